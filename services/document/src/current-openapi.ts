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
  SERVICE_PRIVATE_KEY: { kid: 'document' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  TOKEN_ISSUER: 'http://localhost',
  POOL_CLIENT_ID: 'preview',
  JWKS_URL: 'http://localhost/jwks.json',
  IDENTITY_URL: 'http://localhost',
  REVOCATION_POLL_MS: 1000,
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  CAMPAIGN_URL: 'http://localhost',
  MAILING_URL: 'http://localhost',
  CONTACT_URL: 'http://localhost',
  S3_ENDPOINT: 'http://localhost',
  S3_PUBLIC_ENDPOINT: 'http://localhost',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'preview',
  S3_ACCESS_KEY_ID: 'preview',
  S3_SECRET_ACCESS_KEY: 'preview',
  S3_FORCE_PATH_STYLE: true,
  MAX_UPLOAD_MB: 200,
};

/** The service with its routes, and nothing behind them. */
export async function previewApp(): Promise<NestFastifyApplication> {
  const log = createLog('document', 'silent');
  const app = await createApp({ module: AppModule.forRoot(NOWHERE, log), log, preview: true });
  await app.init();
  return app;
}

/** The OpenAPI document of the code as it is now, as it is committed. */
export async function currentOpenApi(): Promise<string> {
  const app = await previewApp();
  const document = openApiDocument(app, 'Tomekeeper documents');
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
