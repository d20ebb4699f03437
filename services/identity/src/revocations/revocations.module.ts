import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { RevocationList } from './revocation-list';
import { RevocationsController } from './revocations.controller';

@Module({
  imports: [SettingsModule],
  controllers: [RevocationsController],
  providers: [RevocationList],
  exports: [RevocationList],
})
export class RevocationsModule {}
