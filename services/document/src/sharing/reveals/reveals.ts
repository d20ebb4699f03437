import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { recordDocumentChange, lastReveal, type Act } from '../../ledger/ledger';
import { FreshCopies, type FreshCopy } from '../../storage/fresh-copies';
import {
  changeClasses,
  classesOf,
  type ClassChange,
} from '../../passages/audiences/change-classes';
import { forgetReaders, hasReaders, settleReaders } from '../../passages/audiences/handouts';
import { makeThumbnails } from '../../thumbnails/thumbnail-worker';
import { isPictureFile } from '../../storage/player-pictures';
import type { FreshImage } from '../../extraction-jobs/image-store';
import { keepSeenImagesFresh } from '../../extraction-jobs/images';
import { markEverHidden } from '../../extraction-jobs/extractions';
import { extractTexts, writePlayerTexts } from '../../extraction-jobs/extraction-jobs';
import { writePlayerText } from '../../extraction-jobs/player-texts';
import { DocumentEntity } from '../../model/document.entity';
import { changedMeanwhile } from '../../model/document.errors';
import { isHiding } from '../audiences/audience-changes';
import { imagesToCopy, RevealedImages } from './revealed-images';
import { rejectTitleConflict } from './title-conflict';
import type { VisibleDocument } from '../../access/visible-documents';

/** A document as it was read before the transaction that reveals it, and the copies that were made of its file and pictures. */
export interface Reveal {
  document: VisibleDocument;
  copy: FreshCopy | undefined;
  images: readonly FreshImage[];
}

/** Who does it, and what of passages' audiences comes back with it. */
interface Doing {
  by: string;
  act?: Act;
  change?: ClassChange | undefined;
  /** The title that they were shown; undefined where their editor does not say. */
  seenTitle?: string | undefined;
}

/** What every way of revealing and hiding a whole document does with its file, its passages and those who saw a part of it. */
@Injectable()
export class Reveals {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly copies: FreshCopies,
    private readonly pictures: RevealedImages,
  ) {}

  /** Before the transaction: copying may take a while. What players see already needs no copy. */
  async prepare(document: VisibleDocument, change?: ClassChange): Promise<Reveal> {
    const isKnown = document.is_spoilers && (await hasReaders(this.uow, document.id));
    return {
      document,
      // A note has no file.
      copy:
        document.is_spoilers && document.has_file ? await this.copies.make(document) : undefined,
      // Of a text that nobody knows the pictures are seen to when it is shown, which may be later.
      images: isKnown ? await this.pictures.prepare(revealOf(document.id, change)) : [],
    };
  }

  /**
   * Reveals a spoiler that this transaction has locked. Passages with an audience of their own keep it.
   *
   * @returns the entry of the ledger
   * @throws {DomainError} 409 when it was hidden, or given another file, since it was read, or has a title that nobody has seen
   */
  async reveal(
    tx: Transaction,
    before: DocumentEntity,
    reveal: Reveal,
    { by, act = 'reveal', change, seenTitle }: Doing,
  ): Promise<string> {
    const { id } = before;
    rejectTitleConflict(before, { isTakenBack: act === 'take_back', seenTitle });
    await this.giveFreshFile(tx, before, reveal);
    const isKnown = await hasReaders(tx, id);
    const needed = isKnown ? await imagesToCopy(tx, revealOf(id, change)) : [];
    const entry = await flip(tx, before, { by, act, change });
    if ((await classesOf(tx, id)).some(isHiding)) await markEverHidden(tx, id);
    // Whoever saw a part of it goes on seeing that.
    if (isKnown) {
      await this.pictures.use(tx, needed, reveal.images);
      await keepSeenImagesFresh(tx, id);
      await writePlayerText(tx, id);
    }
    return entry;
  }

  /** Hides a Public document that this transaction has locked, all of it. @returns the entry of the ledger */
  async hide(tx: Transaction, before: DocumentEntity, by: string): Promise<string> {
    const entry = await flip(tx, before, { by, act: 'hide', change: { do: 'hide' } });
    await forgetReaders(tx, before.id);
    return entry;
  }

  /**
   * Takes back that a document was revealed: who saw a part of it before goes on seeing that. What was given to some players since
   * then was taken from the others, and is no handout that anybody gave: that is hidden.
   */
  async undo(
    tx: Transaction,
    before: DocumentEntity,
    { by, act = 'take_back' }: Doing,
  ): Promise<string> {
    const revealed = await lastReveal(tx, before.id);
    const change =
      revealed === undefined ? undefined : ({ do: 'hide since', entry: revealed } as const);
    const entry = await flip(tx, before, { by, act, change });
    await settleReaders(tx, { document: before.id, campaign: before.campaign_id });
    return entry;
  }

  private async giveFreshFile(
    tx: Transaction,
    before: DocumentEntity,
    { document, copy }: Reveal,
  ): Promise<void> {
    if (!document.is_spoilers || before.s3_key !== document.s3_key) throw changedMeanwhile();
    await tx.outbox.job(writePlayerTexts, {});
    if (copy) await this.giveCopy(tx, before, copy);
  }

  /** Puts a copy in the place of the file of a document that this transaction has locked: players get one that is written now. */
  async giveCopy(tx: Transaction, before: DocumentEntity, copy: FreshCopy): Promise<void> {
    await this.copies.use(tx, before.id, copy);
    if (isPictureFile(before.content_type, before.original_filename))
      await tx.outbox.job(makeThumbnails, {});
    await tx.outbox.job(extractTexts, {});
  }
}

const revealOf = (document: string, change: ClassChange | undefined) => ({
  document,
  wasSpoilers: true,
  is_spoilers: false,
  change,
});

/** Makes a spoiler of a Public document, or the other way round. */
async function flip(
  tx: Transaction,
  { id, campaign_id, is_spoilers, original_filename }: DocumentEntity,
  { by, act, change }: Doing & { act: Act },
): Promise<string> {
  const given = is_spoilers ? {} : { shown_title: original_filename };
  await tx.repo(DocumentEntity).update({ id }, { is_spoilers: !is_spoilers, ...given });
  const written = await recordDocumentChange(tx, {
    document: id,
    act,
    by,
    wasSpoilers: is_spoilers,
  });
  if (!written) throw new Error('A document was not found that is locked.');
  if (change) await changeClasses(tx, { document: id, campaign: campaign_id, ...written }, change);
  return written.entry;
}
