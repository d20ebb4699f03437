import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { TrashCleanup } from '../trash/trash-cleanup';
import { defineScheduledJob } from '../scheduled-jobs';
import { pruneDeleted } from '../passages/changes';
import { deleteUploads } from '../storage/object-removal';

/** Runs every minute; deletes uploads that were never finalized and all expired data of this service. */
export const cleanUpUploads = defineScheduledJob({
  name: 'sweep-uploads',
  queue: 'document-objects',
});

/** How long an upload may wait for being finalized. */
const PENDING_UPLOAD_TTL = '24 hours';
/** No request that saw a campaign before its deletion can still be running after this time. */
const DELETED_CAMPAIGNS_KEPT = '1 day';
const BATCH = 500;

@Injectable()
export class UploadCleanup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly trashCleanup: TrashCleanup,
  ) {}

  @HandlesJob(cleanUpUploads)
  async sweep(): Promise<void> {
    let old: { s3_key: string }[];
    do {
      old = await this.uow.query<{ s3_key: string }>(
        `SELECT s3_key FROM pending_upload WHERE created_at < now() - interval '${PENDING_UPLOAD_TTL}'
          ORDER BY created_at LIMIT ${BATCH}`,
      );
      // One by one: an upload that is finalized in this moment is left alone.
      for (const { s3_key } of old)
        await this.uow.run((tx) => deleteUploads(tx, { column: 's3_key', value: s3_key }));
    } while (old.length === BATCH);
    await this.trashCleanup.sweep();
    while ((await this.uow.run(pruneDeleted)) > 0);
    await this.uow.query(
      `DELETE FROM deleted_campaign WHERE deleted_at < now() - interval '${DELETED_CAMPAIGNS_KEPT}'`,
    );
  }
}
