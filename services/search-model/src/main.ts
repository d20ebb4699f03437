import 'reflect-metadata';
import os from 'node:os';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { BODY_LIMIT } from './embeddings/requests';

// Yields CPU time to processes that serve requests; embedding a book takes minutes.
os.setPriority(5);
const settings = config();
void startService({
  name: 'search-model',
  config: settings,
  bodyLimit: BODY_LIMIT,
  module: (log) => AppModule.forRoot(settings, log),
});
