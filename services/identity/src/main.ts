import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { allowOtherOrigins } from './user-pool/protocol/other-origins';
import { readProtocolBodies } from './user-pool/protocol/raw-body';

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
