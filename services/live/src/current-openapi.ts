import { preview, PREVIEW_SETTINGS, PREVIEW_USER_SETTINGS } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import type { Config } from './config';

const NOWHERE: Config = {
  ...PREVIEW_SETTINGS,
  ...PREVIEW_USER_SETTINGS,
  CAMPAIGN_URL: ['http://localhost'],
  MAX_STREAMS: 1,
  HINT_SWEEP_MS: 60_000,
};

export const { previewApp, currentOpenApi } = preview('live', 'Tomekeeper live', (log) =>
  AppModule.forRoot(NOWHERE, log),
);
