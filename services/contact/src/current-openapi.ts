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
  SERVICE_PRIVATE_KEY: { kid: 'contact' },
  SERVICE_PUBLIC_KEYS: { keys: [] },
  QUEUE_URL: 'postgres://localhost/preview',
  HOST_WORKER: false,
  DATABASE_URL: 'postgres://localhost/preview',
  MAIL_SEAL_KEYS: Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`),
  CONTACT_INBOX: 'preview@example.org',
  ROBOT_CHECK: 'altcha',
  RECAPTCHA_VERIFY_URL: 'http://localhost',
};

/** The service's graph without anything behind it. */
export async function preview(): Promise<NestFastifyApplication> {
  const log = createLog('contact', 'silent');
  const app = await createApp({ module: AppModule.forRoot(NOWHERE, log), log, preview: true });
  return app.init();
}

/** The OpenAPI document of the code as it is now, as it is committed. */
export async function currentOpenApi(): Promise<string> {
  const app = await preview();
  const document = openApiDocument(app, 'Tomekeeper contact');
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
