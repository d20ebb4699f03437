import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../http/create-app';
import { createLog, type Log } from '../http/log';
import { openApiDocument } from './openapi';

/** Valid dummy settings: a preview opens no connections. */
export const PREVIEW_SETTINGS = {
  NODE_ENV: 'test' as const,
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'silent' as const,
  SERVICE_PRIVATE_KEY: { kid: 'preview' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  PUBLIC_URL: 'http://localhost',
};

/** Additional settings of services with user tokens. */
export const PREVIEW_USER_SETTINGS = {
  TOKEN_ISSUER: 'http://localhost',
  POOL_CLIENT_ID: 'preview',
  JWKS_URL: ['http://localhost/jwks.json'],
  IDENTITY_URL: ['http://localhost'],
  REVOCATION_POLL_MS: 1000,
};

export interface Preview {
  /** The service with its routes, without backing services. */
  previewApp: () => Promise<NestFastifyApplication>;
  /** OpenAPI document generated from the code, in the format of the committed file. */
  currentOpenApi: () => Promise<string>;
}

/** @param title of the OpenAPI document */
export function preview(
  service: string,
  title: string,
  moduleWith: (log: Log) => DynamicModule,
): Preview {
  const previewApp = async () => {
    const log = createLog(service, 'silent');
    const app = await createApp({ module: moduleWith(log), log, preview: true });
    return app.init();
  };
  const currentOpenApi = async () => {
    const app = await previewApp();
    const document = openApiDocument(app, title);
    await app.close();
    return `${JSON.stringify(document, null, 2)}\n`;
  };
  return { previewApp, currentOpenApi };
}
