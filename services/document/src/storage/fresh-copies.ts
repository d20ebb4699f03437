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
  /** The key of what was copied. */
  of: string;
  s3_key: string;
}

/**
 * Copies of files for documents that players begin to see. A store says of an object when it was written, and the picture
 * of a file is there already: both would tell that a document was a spoiler before, and since when. So what is revealed
 * gets an object that is written now.
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
    // It is the same file: its text stands. Reading it under the old key comes to nothing, and begins again.
    await tx.query(
      `UPDATE reading SET source_key = $2,
              state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END,
              due_at = CASE WHEN due_at IS NOT NULL THEN now() END
        WHERE document_id = $1 AND source_key = $3`,
      [document, s3_key, of],
    );
    // Players wait for the re-encoded picture as after an upload: one that is ready at once would tell of the time before.
    await deletePicture(tx, of);
    await removeReplaced(tx, of);
  }
}
