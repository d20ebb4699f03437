import { preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  S3_ENDPOINT: 'http://localhost',
  S3_PUBLIC_ENDPOINT: 'http://localhost',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'preview',
  S3_ACCESS_KEY_ID: 'preview',
  S3_SECRET_ACCESS_KEY: 'preview',
  S3_FORCE_PATH_STYLE: true,
  MAX_UPLOAD_MB: 200,
  MAX_IMPORT_MB: 1024,
};

export const { previewApp, currentOpenApi } = preview('document', 'Tomekeeper documents', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
