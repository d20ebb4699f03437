import { Module } from '@nestjs/common';
import { PublicConfigController } from './public-config.controller';
import { PublicConfigs } from './public-configs';

@Module({
  controllers: [PublicConfigController],
  providers: [PublicConfigs],
  exports: [PublicConfigs],
})
export class BrowserModule {}
