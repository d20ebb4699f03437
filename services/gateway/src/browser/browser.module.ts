import { Module } from '@nestjs/common';
import { PublicConfigController } from './public-config.controller';

/** What a browser learns about this installation. */
@Module({
  controllers: [PublicConfigController],
})
export class BrowserModule {}
