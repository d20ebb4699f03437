import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { recordDocumentChange, lastReveal, type Act } from '../../ledger/ledger';
import { FreshCopies, type FreshCopy } from '../../storage/fresh-copies';
import {
  changeClasses,
  classesOf,
  type ClassChange,
} from '../../passages/audiences/change-classes';
import { isHiding } from '../../passages/audiences/audience-class';
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
import { imagesToCopy, RevealedImages } from './revealed-images';
import { rejectTitleConflict } from './title-conflict';
import type { VisibleDocument } from '../../access/visible-documents';

/** A document as read before the transaction that reveals it, with copies of its file and images. */
export interface Reveal {
  document: VisibleDocument;
  copy: FreshCopy | undefined;
  images: readonly FreshImage[];
}

/** Actor of a change, and the passage audiences that the change restores. */
interface Doing {
  by: string;
  act?: Act;
  change?: ClassChange | undefined;
  /** The title that they were shown; undefined where their editor does not say. */
  expectedTitle?: string | undefined;
}

/** Reveals and hides whole documents with their file, passages and handout viewers. */
@Injectable()
export class Reveals {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly copies: FreshCopies,
    private readonly pictures: RevealedImages,
  ) {}

  /** Runs before the transaction, because copying can be slow. Content that players see already needs no copy. */
  async prepare(document: VisibleDocument, change?: ClassChange): Promise<Reveal> {
    const isKnown = document.is_spoilers && (await hasReaders(this.uow, document.id));
    return {
      document,
      // A note has no file.
      copy:
        document.is_spoilers && document.has_file ? await this.copies.make(document) : undefined,
      // Images of a document without viewers are checked when its text is written for players, which may be later.
      images: isKnown ? await this.pictures.prepare(revealOf(document.id, change)) : [],
    };
  }

  /**
   * Reveals a spoiler that this transaction has locked. Passages keep their own audience.
   * @returns id of the ledger entry
   * @throws {DomainError} 409 if the document was hidden, or got another file, since it was read, or has a title
   * conflict
   */
  async reveal(
    tx: Transaction,
    before: DocumentEntity,
    reveal: Reveal,
    { by, act = 'reveal', change, expectedTitle }: Doing,
  ): Promise<string> {
    const { id } = before;
    rejectTitleConflict(before, { isTakenBack: act === 'take_back', expectedTitle });
    await this.giveFreshFile(tx, before, reveal);
    const isKnown = await hasReaders(tx, id);
    const needed = isKnown ? await imagesToCopy(tx, revealOf(id, change)) : [];
    const entry = await flip(tx, before, { by, act, change });
    if ((await classesOf(tx, id)).some(isHiding)) await markEverHidden(tx, id);
    // Earlier handout viewers keep their passages.
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
   * Undoes a reveal. Earlier handout viewers keep their passages. Passages given to some players since the reveal were
   * narrowed rather than shared as a handout, so they become hidden.
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

  /** Replaces the file of a document that this transaction has locked with a copy, so that players get a new object. */
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
  if (!written) throw new Error('The locked document was not found.');
  if (change) await changeClasses(tx, { document: id, campaign: campaign_id, ...written }, change);
  return written.entry;
}
