import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, createLog, Keyring, openApiDocument } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NO_KEYS = Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`);

/** Nothing connects to anything in a preview: the settings only have to have their form. */
const NOWHERE: Config = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'silent',
  SERVICE_PRIVATE_KEY: { kid: 'identity' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  TOKEN_ISSUER: 'http://localhost',
  JWKS_URL: 'http://localhost',
  IDENTITY_URL: 'http://localhost',
  REVOCATION_POLL_MS: 1000,
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  PUBLIC_URL: 'http://localhost',
  DEVICES: 'opt-in',
  IDP_ALLOWED_ORIGINS: [],
  POOL_ID: 'local_preview',
  POOL_MANAGED: false,
  POOL_CLIENT_ID: 'preview',
  POOL_KEYS: NO_KEYS,
  MAIL_SEAL_KEYS: NO_KEYS,
  ID_TOKEN_SECONDS: 3600,
  ACCESS_TOKEN_SECONDS: 3600,
  REFRESH_TOKEN_SECONDS: 3600,
  REFRESH_GRACE_SECONDS: 20,
  MFA: 'OPTIONAL',
  TEMPORARY_PASSWORD_DAYS: 7,
  REQUIRED_ATTRIBUTES: [],
};

/** The service with its routes, and nothing behind them. */
export async function previewApp(): Promise<NestFastifyApplication> {
  const log = createLog('identity', 'silent');
  const app = await createApp({ module: AppModule.forRoot(NOWHERE, log), log, preview: true });
  await app.init();
  return app;
}

/** The OpenAPI document of the code as it is now, as it is committed. */
export async function currentOpenApi(): Promise<string> {
  const app = await previewApp();
  const document = openApiDocument(app, 'Tomekeeper identity');
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
