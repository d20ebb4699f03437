import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { BucketSetup } from './bucket-setup';
import { FreshCopies } from './fresh-copies';
import { ObjectRemover } from './object-removal';
import { ObjectStore } from './object-store';

/** The bytes of documents: stored, served by signed URLs, removed when no row needs them any longer. */
@Module({
  providers: [
    {
      provide: ObjectStore,
      inject: [CONFIG],
      useFactory: (config: Config) => new ObjectStore(config),
    },
    BucketSetup,
    FreshCopies,
    ObjectRemover,
  ],
  exports: [FreshCopies, ObjectStore],
})
export class StorageModule {}
