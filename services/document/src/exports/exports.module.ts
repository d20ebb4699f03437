import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { ExportWorker } from './export-worker';
import { ExportsController } from './exports.controller';
import { ExportsService } from './exports.service';

/** Exports of the content that a member sees. */
@Module({
  imports: [MembershipsModule, StorageModule],
  controllers: [ExportsController],
  providers: [ExportsService, ExportWorker],
  exports: [ExportsService, ExportWorker],
})
export class ExportsModule {}
