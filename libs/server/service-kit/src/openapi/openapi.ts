import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_EXTENSION } from '../auth/access';

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
