import { Keyring, preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  MAIL_SEAL_KEYS: Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`),
};

export const { previewApp, currentOpenApi } = preview('campaign', 'Tomekeeper campaigns', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
