import { preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { MODEL_DEFAULTS, type Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  DOCUMENT_URL: ['http://localhost'],
  ...MODEL_DEFAULTS,
};

export const { previewApp, currentOpenApi } = preview('search', 'Tomekeeper search', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
