import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { isDatabaseDown, LOG, type Log } from '@tomekeeper/service-kit';
import {
  EXTRACTOR_VERSION,
  ExtractionError,
  isExtractable,
  mayHoldSecrets,
  type ExtractionFailure,
} from '@tomekeeper/text-extraction';
import {
  ALL_MEMBERS,
  type AudienceMembers,
  eventAudienceOf,
  NO_MEMBERS,
} from '@tomekeeper/visibility';
import { ObjectStore } from '../storage/object-store';
import { deleteImages } from '../storage/object-removal';
import { clearText, hasRoom, storeText } from '../passages/all-passages';
import { ChildFailed } from '../sandbox/child-process';
import { recordWrittenPassages } from '../ledger/ledger';
import { documentChanged } from '../passages/changes';
import { settleReaders } from '../passages/audiences/handouts';
import { updateHandouts } from '../passages/handouts/handout-documents';
import { emitContentChanged } from '../passages/invalidation-events';
import { lockRecapsOf } from '../passages/recaps/recap-sources';
import { ImageStore } from './image-store';
import type { FileImages } from './file-images';
import { faultOf, isUnavailable } from './extraction-fault';
import { extractTexts, writePlayerTexts } from './extraction-jobs';
import {
  extractedDocument,
  renewLease,
  lockExtraction,
  MAX_TRIES,
  claimNextFile,
  suspendExtraction,
  enqueueOutdatedFiles,
  enqueueNewFiles,
  settleExtraction,
  retryLater,
  retryWithoutCounting,
  releaseHold,
  wasEverHidden,
  type ExtractedDocument,
  type PendingExtraction,
  type LockedExtraction,
} from './extractions';
import { writePlayerText, playerTextSince } from './player-texts';
import { textOfFile, type TextOfFile } from './file-text';

/** One job works so long and leaves the rest to the next, so that a process that is to end does. */
const AT_A_STRETCH_MS = 10_000;
/** How often at most people hear how far reading has come. */
const PROGRESS_EVERY_MS = 1000;
const STILL_HERE_EVERY_MS = 15_000;

interface SettledText {
  hasText: boolean;
  /** Whether all secret markup of the file is known: the extraction did not fail. */
  isChecked: boolean;
  /** Players who saw the text before and see another one now. */
  seen: AudienceMembers;
}

/** Reads the text of uploaded files. */
@Injectable()
export class ExtractionWorker implements OnModuleDestroy {
  private readonly stopped = new AbortController();
  private taking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly images: ImageStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleDestroy(): void {
    this.stopped.abort(new Error('The process ends.'));
  }

  @HandlesJob(extractTexts)
  async readDue(): Promise<void> {
    while (!this.isStopped && (await this.uow.run(enqueueNewFiles)) > 0);
    while (!this.isStopped && (await this.uow.run(enqueueOutdatedFiles)) > 0);
    if (await this.readUntil(Date.now() + AT_A_STRETCH_MS))
      await this.uow.run((tx) => tx.outbox.job(extractTexts, {}));
  }

  private get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** @returns whether more may be due */
  private async readUntil(until: number): Promise<boolean> {
    let isFirst = true;
    for (let next = await this.take(); next; next = await this.take()) {
      // Another person's file may be due as well: a second job takes it, or ends at once.
      if (isFirst) await this.uow.run((tx) => tx.outbox.job(extractTexts, {}));
      isFirst = false;
      await this.read(next);
      if (Date.now() > until) return true;
    }
    return false;
  }

  /** One after the other, so that two jobs of this process never take files of the same person. */
  private take(): Promise<PendingExtraction | undefined> {
    const taken = this.taking.then(() => (this.isStopped ? undefined : claimNextFile(this.uow)));
    this.taking = taken.catch(() => undefined);
    return taken;
  }

  private async read(file: PendingExtraction): Promise<void> {
    const document = await this.uow.run((tx) => extractedDocument(tx, file));
    if (!document) return suspendExtraction(this.uow, file);
    // Three processes crashed or timed out on this file.
    if (file.tries > MAX_TRIES) return this.reject(file, 'damaged', file.source_etag);
    const named = { name: document.original_filename, contentType: document.content_type };
    if (!isExtractable(named)) return this.reject(file, 'unsupported', null);
    await this.reportProgress(file, { progress: 0, pages: undefined });
    const stillHere = setInterval(() => void this.renewLease(file), STILL_HERE_EVERY_MS);
    try {
      await this.readObject(file, named);
    } catch (error) {
      if (await this.isNoFaultOf(error)) {
        await retryWithoutCounting(this.uow, file);
        throw error;
      }
      const fault = faultOf(error);
      this.log.warn({ err: error, why: fault.why, tries: file.tries }, 'extraction failed');
      if (file.tries < fault.tries) return await retryLater(this.uow, file, fault.againIn);
      const isRead = error instanceof ChildFailed && (await this.readWithoutImages(file, named));
      if (!isRead) await this.reject(file, fault.state, null);
    } finally {
      clearInterval(stillHere);
    }
  }

  private async readObject(
    file: PendingExtraction,
    named: { name: string; contentType: string },
    skipImages = false,
  ): Promise<void> {
    const object = await this.store.open(file.source_key);
    if (!object) return this.reject(file, 'damaged', null);
    const etag = `${object.etag} ${named.contentType} ${endingOf(named.name)}`;
    if (isRead(file, etag)) {
      object.body.destroy();
      return this.settle(file, (tx) => this.keep(tx, file, etag));
    }
    const images = await this.images.begin(documentOf(file), this.stopped.signal);
    const text = await this.textOf(file, { ...named, ...object, skipImages }, images);
    if (text instanceof ExtractionError)
      return this.reject(file, text.reason, etag, text.hasSecrets);
    await this.keepText(file, text, etag);
  }

  /** Last attempt at a file that failed, without images, because images need the most memory. @returns whether it succeeded */
  private async readWithoutImages(
    file: PendingExtraction,
    named: { name: string; contentType: string },
  ): Promise<boolean> {
    try {
      await this.readObject(file, named, true);
      return true;
    } catch (error) {
      if (error instanceof ChildFailed) return false;
      throw error;
    }
  }

  /** Whether the database or the whole store is away, or this process ends; a store may also refuse a single object. */
  private async isNoFaultOf(error: unknown): Promise<boolean> {
    if (this.isStopped || isDatabaseDown(error)) return true;
    return isUnavailable(error) && !(await this.store.probe().then(...YES_OR_NO));
  }

  private async textOf(
    file: PendingExtraction,
    { skipImages, ...opened }: Parameters<typeof textOfFile>[0] & { skipImages: boolean },
    images: FileImages,
  ): Promise<TextOfFile | ExtractionError> {
    let said = Date.now();
    try {
      return await textOfFile(opened, {
        images,
        signal: this.stopped.signal,
        skipImages,
        onWarning: (warning) =>
          this.log.info({ warning, document: file.document_id }, 'text extracted with a warning'),
        onProgress: async (progress) => {
          if (Date.now() - said < PROGRESS_EVERY_MS) return;
          said = Date.now();
          await this.reportProgress(file, progress);
        },
      });
    } catch (error) {
      if (error instanceof ExtractionError) return error;
      throw error;
    }
  }

  /** Emits progress to GMs; nothing if the document already has a text. */
  private async reportProgress(
    file: PendingExtraction,
    progress: { progress: number; pages: number | undefined },
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      if ((await renewLease(tx, file, progress)) && file.state === 'reading')
        await emitContentChanged(tx, documentOf(file), 'gm');
    });
  }

  /** Renews the lease. Ignores database errors, because storing the text reports them. */
  private async renewLease(file: PendingExtraction): Promise<void> {
    await renewLease(this.uow, file).catch((error: unknown) =>
      this.log.warn({ err: error }, 'renewing the lease of an extraction failed'),
    );
  }

  /** Marks a file as having no text. A text of the same file from an earlier extractor stays. */
  private async reject(
    file: PendingExtraction,
    why: ExtractionFailure,
    etag: string | null,
    hasSecrets = false,
  ): Promise<void> {
    await this.settle(file, async (tx, { state, has_text, ...document }) =>
      has_text && state === 'ready'
        ? this.keep(tx, file, file.source_etag)
        : this.settleWithout(tx, { ...file, ...document }, why, { etag, hasSecrets }),
    );
  }

  /** Deletes the document's text, but keeps the flag that passages were ever hidden. */
  private async settleWithout(
    tx: Transaction,
    file: PendingExtraction & ExtractedDocument,
    state: ExtractionFailure,
    { etag, hasSecrets }: { etag: string | null; hasSecrets: boolean },
  ): Promise<SettledText> {
    const cleared = await clearText(tx, { ...documentOf(file), is_spoilers: file.is_spoilers });
    await deleteImages(tx, { column: 'document_id', value: file.document_id });
    const everHidden = hasSecrets || (cleared?.isHiding ?? false);
    await settleExtraction(tx, file, { state, hasText: false, etag, everHidden });
    return { hasText: false, isChecked: state === 'no_text', seen: cleared?.seen ?? NO_MEMBERS };
  }

  /** The document keeps its current text. */
  private async keep(
    tx: Transaction,
    file: PendingExtraction,
    etag: string | null,
  ): Promise<SettledText> {
    await settleExtraction(tx, file, { state: 'ready', hasText: true, etag });
    return { hasText: true, isChecked: true, seen: NO_MEMBERS };
  }

  private async keepText(
    file: PendingExtraction,
    { passages, images, pages, hasSecrets }: TextOfFile,
    etag: string,
  ): Promise<void> {
    await this.settle(file, async (tx, { readings, ever_hidden, ...document }) => {
      const text = {
        ...documentOf(file),
        passages,
        sourceVersion: readings + 1,
        everHidden: ever_hidden,
        is_spoilers: document.is_spoilers,
      };
      if (!(await hasRoom(tx, text)))
        return this.settleWithout(tx, { ...file, ...document }, 'too_large', { etag, hasSecrets });
      const stored = await storeText(tx, text);
      await this.images.keep(tx, documentOf(file), images);
      await settleExtraction(tx, file, {
        state: 'ready',
        hasText: true,
        etag,
        pages,
        everHidden: stored.isHiding || hasSecrets,
        isReading: true,
      });
      await recordWrittenPassages(tx, documentOf(file), stored.written);
      return { hasText: true, isChecked: true, seen: stored.seen };
    });
  }

  /**
   * Updates a document's text if the document still has the extracted file and this worker holds the lease. Players of
   * a Public document get the text, and an event if they see a difference.
   */
  private async settle(
    file: PendingExtraction,
    change: (
      tx: Transaction,
      document: ExtractedDocument & LockedExtraction,
    ) => Promise<SettledText>,
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      const document = await extractedDocument(tx, file, 'FOR UPDATE');
      if (!document) return suspendExtraction(tx, file);
      await lockRecapsOf(tx, file.document_id);
      const reading = await lockExtraction(tx, file);
      if (!reading) return;
      const { hasText, isChecked, seen } = await change(tx, { ...document, ...reading });
      // A file that was renamed to another kind was not searched for secret markup.
      const isReleased =
        isChecked &&
        mayHoldSecrets({ name: document.original_filename, contentType: document.content_type }) &&
        (await releaseHold(tx, file.document_id)) &&
        !(await wasEverHidden(tx, file.document_id));
      const isNew = (await writePlayerText(tx, file.document_id)) && hasText;
      if (isNew || isReleased) await documentChanged(tx, documentOf(file));
      const isShown = (await playerTextSince(tx, file.document_id)) !== undefined;
      // Viewers of a spoiler's passages see the new text of these.
      if (document.is_spoilers) await settleReaders(tx, documentOf(file));
      await updateHandouts(tx, file.document_id, {}, (handout, copies) =>
        recordWrittenPassages(tx, handout, copies),
      );
      const seenNow = document.is_spoilers || isShown ? seen : NO_MEMBERS;
      // Images of the earlier text need a new copy first.
      if (!document.is_spoilers && !isShown) await tx.outbox.job(writePlayerTexts, {});
      const isNews = (isNew && isShown) || (isReleased && !document.is_spoilers);
      await emitContentChanged(
        tx,
        documentOf(file),
        eventAudienceOf(isNews ? ALL_MEMBERS : seenNow),
      );
    });
  }
}

const YES_OR_NO = [() => true, () => false] as const;

const documentOf = ({ document_id, campaign_id }: PendingExtraction) => ({
  document: document_id,
  campaign: campaign_id,
});

/** Another reader, or another name for the same bytes, may find something else. */
const isRead = (file: PendingExtraction, etag: string): boolean =>
  file.has_text && file.source_etag === etag && file.reader_version >= EXTRACTOR_VERSION;

const endingOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';
