import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';

const settings = config();
void startService({
  name: 'search',
  config: settings,
  module: (log) => AppModule.forRoot(settings, log),
});
