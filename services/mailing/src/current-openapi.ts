import { Keyring, preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  MAIL_SEAL_KEYS: Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`),
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'preview@localhost',
};

export const { previewApp, currentOpenApi } = preview('mailing', 'Tomekeeper mailing', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
