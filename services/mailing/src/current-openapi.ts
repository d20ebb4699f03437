import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, createLog, Keyring, openApiDocument } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

/** Nothing connects to anything in a preview: the settings only have to have their form. */
const NOWHERE: Config = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'silent',
  SERVICE_PRIVATE_KEY: { kid: 'mailing' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  PUBLIC_URL: 'http://localhost',
  MAIL_SEAL_KEYS: Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`),
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'preview@localhost',
};

/** The service's graph without anything behind it. */
export async function preview(): Promise<NestFastifyApplication> {
  const log = createLog('mailing', 'silent');
  const app = await createApp({ module: AppModule.forRoot(NOWHERE, log), log, preview: true });
  return app.init();
}

/** The OpenAPI document of the code as it is now, as it is committed. */
export async function currentOpenApi(): Promise<string> {
  const app = await preview();
  const document = openApiDocument(app, 'Tomekeeper mailing');
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
