import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { SharingModule } from '../sharing/sharing.module';
import { StorageModule } from '../storage/storage.module';
import { TrashCleanup } from './trash-cleanup';
import { TrashController } from './trash.controller';
import { TrashService } from './trash.service';

/** Deleted documents, which GMs restore within 30 days. */
@Module({
  imports: [MembershipsModule, SharingModule, StorageModule],
  controllers: [TrashController],
  providers: [TrashService, TrashCleanup],
  exports: [TrashCleanup],
})
export class TrashModule {}
