import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, createLog, openApiDocument } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

/** Nothing connects to anything in a preview: the settings only have to have their form. */
const NOWHERE: Config = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'silent',
  SERVICE_PRIVATE_KEY: { kid: 'campaign' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  TOKEN_ISSUER: 'http://localhost',
  POOL_CLIENT_ID: 'preview',
  JWKS_URL: 'http://localhost/jwks.json',
  IDENTITY_URL: 'http://localhost',
  REVOCATION_POLL_MS: 1000,
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  PUBLIC_URL: 'http://localhost',
};

/** The service with its routes, and nothing behind them. */
export async function previewApp(): Promise<NestFastifyApplication> {
  const log = createLog('campaign', 'silent');
  const app = await createApp({ module: AppModule.forRoot(NOWHERE, log), log, preview: true });
  await app.init();
  return app;
}

/** The OpenAPI document of the code as it is now, as it is committed. */
export async function currentOpenApi(): Promise<string> {
  const app = await previewApp();
  const document = openApiDocument(app, 'Tomekeeper campaigns');
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
