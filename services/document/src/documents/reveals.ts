import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { FreshCopies, type FreshCopy } from '../objects/fresh-copies';
import { makePictures } from '../pictures/picture-maker';
import { hasPicture } from '../pictures/pictures';
import { readTexts, showReadTexts } from '../reading/reading-jobs';
import type { DocumentEntity } from './document.entity';
import { changedMeanwhile } from './document.errors';
import type { VisibleDocument } from './visible-documents';

/** A document as it was read before the transaction that reveals it, and the copy that was made of its file. */
export interface Reveal {
  document: VisibleDocument;
  copy: FreshCopy | undefined;
}

/** What every way of revealing a document does with its file: players get one that is written now. */
@Injectable()
export class Reveals {
  constructor(private readonly copies: FreshCopies) {}

  /** Before the transaction: copying may take a while. What players see already needs no copy. */
  async prepare(document: VisibleDocument): Promise<Reveal> {
    return {
      document,
      // A note has no file.
      copy:
        document.is_spoilers && document.has_file ? await this.copies.make(document) : undefined,
    };
  }

  /**
   * Of a spoiler that this transaction has locked and is about to reveal.
   *
   * @throws {DomainError} 409 when it was hidden, or given another file, since it was read
   */
  async giveFreshFile(
    tx: Transaction,
    before: DocumentEntity,
    { document, copy }: Reveal,
  ): Promise<void> {
    if (!document.is_spoilers || before.s3_key !== document.s3_key) throw changedMeanwhile();
    await tx.outbox.job(showReadTexts, {});
    if (!copy) return;
    await this.copies.use(tx, before.id, copy);
    if (hasPicture(before.content_type)) await tx.outbox.job(makePictures, {});
    await tx.outbox.job(readTexts, {});
  }
}
