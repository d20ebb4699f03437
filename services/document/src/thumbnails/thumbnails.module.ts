import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { SandboxModule } from '../sandbox/sandbox.module';
import { StorageModule } from '../storage/storage.module';
import { CoversController } from './covers.controller';
import { CoversService } from './covers.service';
import { InteractiveThumbnails } from './interactive-thumbnails';
import { ThumbnailWorker } from './thumbnail-worker';

/** Thumbnails of uploaded pictures, re-encoded pictures for players, and covers of campaigns. */
@Module({
  imports: [MembershipsModule, SandboxModule, StorageModule],
  controllers: [CoversController],
  providers: [CoversService, InteractiveThumbnails, ThumbnailWorker],
  exports: [InteractiveThumbnails],
})
export class ThumbnailsModule {}
