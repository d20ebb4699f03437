import { applyDecorators, HttpCode, SerializeOptions } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ZodType } from 'zod';

export interface AnswersOptions {
  /** Default 200. */
  status?: number;
  /** The answer is a list; the schema is that of one element. */
  list?: boolean;
}

/** An endpoint's answer: its status, its contract on the wire, and its place in the OpenAPI document. */
export const Answers = (schema: ZodType, { status = 200, list = false }: AnswersOptions = {}) =>
  applyDecorators(
    HttpCode(status),
    SerializeOptions({ schema }),
    ApiResponse({ status, standardSchema: schema, isArray: list }),
  );

/** An endpoint that answers 204 with nothing. */
export const AnswersNothing = () => applyDecorators(HttpCode(204), ApiResponse({ status: 204 }));
