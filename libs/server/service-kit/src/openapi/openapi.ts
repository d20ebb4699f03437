import { applyDecorators, HttpCode, type INestApplication, SerializeOptions } from '@nestjs/common';
import { ApiResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ZodType } from 'zod';

export interface AnswersOptions {
  /** Default 200. */
  status?: number;
  /** The response is an array; the schema describes one element. */
  list?: boolean;
}

/** Declares an endpoint's response: status, contract and OpenAPI description. */
export const Answers = (schema: ZodType, { status = 200, list = false }: AnswersOptions = {}) =>
  applyDecorators(
    HttpCode(status),
    SerializeOptions({ schema }),
    ApiResponse({ status, standardSchema: schema, isArray: list }),
  );

/** Declares an endpoint that responds 204 without a body. */
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
