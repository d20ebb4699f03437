import { Keyring, preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NO_KEYS = Keyring.parse(`1:${Buffer.alloc(32).toString('base64')}`);

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  DOCUMENT_URL: ['http://localhost'],
  MAILING_URL: ['http://localhost'],
  CONTACT_URL: ['http://localhost'],
  DEVICES: 'opt-in',
  IDP_ALLOWED_ORIGINS: [],
  POOL_ID: 'local_preview',
  POOL_MANAGED: false,
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

export const { previewApp, currentOpenApi } = preview('identity', 'Tomekeeper identity', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
