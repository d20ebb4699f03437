import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { BODY_LIMIT } from './embeddings/requests';

const settings = config();
void startService({
  name: 'search-model',
  config: settings,
  bodyLimit: BODY_LIMIT,
  module: (log) => AppModule.forRoot(settings, log),
});
