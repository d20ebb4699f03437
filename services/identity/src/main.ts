import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { allowOtherOrigins } from './protocol/user-pool.controller';
import { readProtocolBodies } from './protocol/operations';

const settings = config();
void startService({
  name: 'identity',
  config: settings,
  module: (log) => AppModule.forRoot(settings, log),
  configure: (app) => {
    readProtocolBodies(app);
    allowOtherOrigins(app, settings.IDP_ALLOWED_ORIGINS);
  },
});
