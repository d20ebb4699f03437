import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { RevocationList } from './revocation-list';
import { RevocationsController } from './revocations.controller';

/** The list of ended sessions, which all services consult. */
@Module({
  imports: [SettingsModule],
  controllers: [RevocationsController],
  providers: [RevocationList],
  exports: [RevocationList],
})
export class RevocationsModule {}
