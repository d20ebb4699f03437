import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ErasureModule } from '../erasure/erasure.module';
import { SettingsModule } from '../settings/settings.module';
import { DirectoryController, UserDirectory } from './directory.controller';

/** User lookup for other services. */
@Module({
  imports: [AuditModule, ErasureModule, SettingsModule],
  controllers: [DirectoryController],
  providers: [UserDirectory],
  exports: [UserDirectory],
})
export class DirectoryModule {}
