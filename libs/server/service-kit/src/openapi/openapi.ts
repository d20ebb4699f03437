import { applyDecorators, HttpCode, type INestApplication, SerializeOptions } from '@nestjs/common';
import { ApiResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
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

/** The OpenAPI document of a service, from its controllers and their zod contracts. */
export function openApiDocument(app: INestApplication, title: string): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle(title)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '')}_${method}`,
  });
  // Internal endpoints are for other services only.
  for (const path of Object.keys(document.paths))
    if (path.startsWith('/internal/')) delete document.paths[path];
  return document;
}
