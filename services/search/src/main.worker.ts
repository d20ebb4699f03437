import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';

const settings = { ...config(), HOST_WORKER: true };
void startService({
  name: 'search-worker',
  config: settings,
  module: (log) => AppModule.forRoot(settings, log),
  workerOnly: true,
});
