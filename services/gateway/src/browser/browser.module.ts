import { Module } from '@nestjs/common';
import { PublicConfigController } from './public-config.controller';

/** Public configuration for browsers. */
@Module({
  controllers: [PublicConfigController],
})
export class BrowserModule {}
