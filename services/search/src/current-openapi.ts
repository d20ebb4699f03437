import { preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { MODEL_STANDARDS, type Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  DOCUMENT_URL: ['http://localhost'],
  ...MODEL_STANDARDS,
};

export const { previewApp, currentOpenApi } = preview('search', 'Tomekeeper search', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
