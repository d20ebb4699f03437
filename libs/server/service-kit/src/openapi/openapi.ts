import { applyDecorators, HttpCode, type INestApplication, SerializeOptions } from '@nestjs/common';
import { ApiResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ZodType } from 'zod';
import { ACCESS_EXTENSION } from '../auth/access';

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
  const document = wholeDocument(app, title);
  // Other services' business, not the browser's.
  for (const path of Object.keys(document.paths))
    if (path.startsWith('/internal/')) delete document.paths[path];
  return document;
}

/**
 * Every endpoint with its access rule, one line each, sorted: `GET /api/campaigns — user`. Kept as a
 * snapshot, so that an unguarded one shows up in review. Health and metrics are left out.
 */
export function endpointAccess(app: INestApplication): string[] {
  const lines = Object.entries(wholeDocument(app, '').paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path} — ${accessShown(operation as Record<string, unknown>)}`,
    ),
  );
  return lines.sort();
}

function accessShown(operation: Record<string, unknown>): string {
  const shown = operation[ACCESS_EXTENSION];
  return typeof shown === 'string' ? shown : 'user';
}

function wholeDocument(app: INestApplication, title: string): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle(title)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  return SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '')}_${method}`,
  });
}
