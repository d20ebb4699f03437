import { preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  DOCUMENT_URL: ['http://localhost'],
};

export const { previewApp, currentOpenApi } = preview('search', 'Tomekeeper search', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
