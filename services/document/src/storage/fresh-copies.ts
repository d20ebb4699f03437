import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { deletePicture } from './object-removal';
import { ObjectStore } from './object-store';
import { trackUnusedObject, removeReplaced, markObjectUsed } from './unused-objects';

interface StoredFile {
  campaign: string;
  s3_key: string;
  content_type: string;
}

/** A copy that no document points to yet; unused ones are removed. */
export interface FreshCopy {
  /** Key of the source. */
  of: string;
  s3_key: string;
}

/**
 * Copies files for documents that are about to be revealed. The store returns an object's time of writing, and an
 * existing thumbnail is ready at once; both would reveal that the document was a spoiler before.
 */
@Injectable()
export class FreshCopies {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
  ) {}

  /** @returns undefined when the store holds no such file @throws {DomainError} when the store is away */
  async make({ campaign, s3_key, content_type }: StoredFile): Promise<FreshCopy | undefined> {
    const file = await this.store.describe(s3_key);
    if (!file) return undefined;
    const copy = { of: s3_key, s3_key: `campaigns/${campaign}/${randomUUID()}` };
    await trackUnusedObject(this.uow, copy.s3_key);
    const isMade = await this.store.copy(s3_key, file.etag, copy.s3_key, content_type);
    return isMade ? copy : undefined;
  }

  /** Puts the copy in the place of the file of a document, which this transaction has locked. */
  async use(tx: Transaction, document: string, { of, s3_key }: FreshCopy): Promise<void> {
    await markObjectUsed(tx, [s3_key]);
    await tx.query(
      `UPDATE document SET s3_key = $2, read_key = CASE WHEN read_key = $3 THEN $2 END WHERE id = $1`,
      [document, s3_key, of],
    );
    // The file and its text are unchanged. A running extraction of the old key is discarded and starts again.
    await tx.query(
      `UPDATE reading SET source_key = $2,
              state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END,
              due_at = CASE WHEN due_at IS NOT NULL THEN now() END
        WHERE document_id = $1 AND source_key = $3`,
      [document, s3_key, of],
    );
    // Players wait for the re-encoded image as after an upload: an immediately ready one would reveal the earlier
    // upload.
    await deletePicture(tx, of);
    await removeReplaced(tx, of);
  }
}
