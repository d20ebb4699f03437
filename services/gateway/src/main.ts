import 'reflect-metadata';
import { startService } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { readGatewayConfig } from './config';
import { configureGateway, deadlines, edgeOptions } from './gateway';

const config = readGatewayConfig();

void startService({
  name: 'gateway',
  config,
  edge: edgeOptions(config),
  deadlines: deadlines(config),
  module: () => AppModule.forRoot(config),
  configure: (app) => configureGateway(app, config),
});
