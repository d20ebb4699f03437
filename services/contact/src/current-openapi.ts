import { Keyring, preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  MAIL_SEAL_KEYS: Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`),
  CONTACT_INBOX: 'preview@example.org',
  ROBOT_CHECK: 'altcha',
  RECAPTCHA_VERIFY_URL: 'http://localhost',
};

export const { previewApp, currentOpenApi } = preview('contact', 'Tomekeeper contact', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
