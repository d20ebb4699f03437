import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { ObjectStore } from '../objects/object-store';
import { deleteImages, deleteTextWithImages } from '../objects/object-removal';
import { clearText, hasRoom, storeText } from '../passages/all-passages';
import { ChildFailed } from '../sandbox/child-process';
import { holdsText, READER_VERSION, TextRefused, type Refusal } from './extract/read-text';
import { documentChanged, documentGone } from '../passages/changes';
import { hintText } from './hint-text';
import { ImageKeeper } from './image-keeper';
import { forgottenImages } from './images';
import type { ImagesOfFile } from './images-of-file';
import { readTexts, showReadTexts } from './reading-jobs';
import {
  documentRead,
  goesOn,
  lockShown,
  lostTexts,
  MAX_TRIES,
  MAX_TRIES_AT_LIMITS,
  nextFile,
  notNow,
  noticeBetterReader,
  noticeFiles,
  readingSettled,
  readLater,
  readSoon,
  showText,
  showTexts,
  textShownSince,
  textsWithOldImages,
  type DocumentRead,
  type FileToBeRead,
} from './readings';
import { textOfFile, type TextOfFile } from './text-of-file';

/** One job works so long and leaves the rest to the next, so that a process that is to end does. */
const AT_A_STRETCH_MS = 10_000;
/** How often at most people hear how far reading has come. */
const PROGRESS_EVERY_MS = 1000;
const STILL_HERE_EVERY_MS = 15_000;

/** What became of a document's text. */
interface SettledText {
  hasText: boolean;
  /** Whether players who saw the text before see another one now. */
  isChanged: boolean;
}

/** Reads the text of uploaded files, and gives it to those who may see it. */
@Injectable()
export class TextReader implements OnModuleDestroy {
  private readonly stopped = new AbortController();
  /** Campaigns of which this process reads a file now: one of slow files leaves the other job to the others. */
  private readonly atWork = new Set<string>();
  private taking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly images: ImageKeeper,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleDestroy(): void {
    this.stopped.abort(new Error('The process ends.'));
  }

  @HandlesJob(readTexts)
  async readDue(): Promise<void> {
    for (const document of await this.uow.run(lostTexts))
      await this.uow.run(async (tx) => {
        await deleteTextWithImages(tx, { column: 'document_id', value: document });
        await documentGone(tx, document, { gm: true, party: true });
      });
    const { lost, old } = await this.uow.run(forgottenImages);
    for (const document of lost)
      await this.uow.run((tx) => deleteImages(tx, { column: 'document_id', value: document }));
    for (const document of old) await this.showWithFreshImages(document);
    while (!this.isStopped && (await this.uow.run(noticeFiles)) > 0);
    while (!this.isStopped && (await this.uow.run(noticeBetterReader)) > 0);
    if (await this.readUntil(Date.now() + AT_A_STRETCH_MS))
      await this.uow.run((tx) => tx.outbox.job(readTexts, {}));
  }

  @HandlesJob(showReadTexts)
  async showDue(): Promise<void> {
    const show = async (tx: Transaction) => {
      const shown = await showTexts(tx);
      for (const { id, campaign_id } of shown) {
        const place = { document: id, campaign: campaign_id };
        await documentChanged(tx, place);
        await hintText(tx, place, 'party');
      }
      return shown.length;
    };
    while (!this.isStopped && (await this.uow.run(show)) > 0);
    for (let old = await this.withOldImages(); old.length > 0; old = await this.withOldImages())
      for (const document of old) await this.showWithFreshImages(document);
  }

  private withOldImages(): Promise<string[]> {
    return this.isStopped ? Promise.resolve([]) : this.uow.run(textsWithOldImages);
  }

  /** Has the pictures of a text written anew, and then gives it to players; not where it was hidden in between. */
  private async showWithFreshImages(id: string): Promise<void> {
    const fresh = await this.images.freshen(id);
    await this.uow.run(async (tx) => {
      const campaign = await lockShown(tx, id);
      if (campaign === undefined) return;
      await this.images.useFresh(tx, fresh);
      if (!(await showText(tx, id))) return;
      const place = { document: id, campaign };
      await documentChanged(tx, place);
      await hintText(tx, place, 'party');
    });
  }

  private get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** @returns whether more may be due */
  private async readUntil(until: number): Promise<boolean> {
    for (let next = await this.take(); next; next = await this.take()) {
      try {
        await this.read(next);
      } finally {
        this.atWork.delete(next.campaign_id);
      }
      if (Date.now() > until) return true;
    }
    return false;
  }

  /** One after the other: what one takes, the next is not to take from the same campaign. */
  private take(): Promise<FileToBeRead | undefined> {
    const taken = this.taking.then(async () => {
      const next = this.isStopped ? undefined : await nextFile(this.uow, [...this.atWork]);
      if (next) this.atWork.add(next.campaign_id);
      return next;
    });
    this.taking = taken.catch(() => undefined);
    return taken;
  }

  private async read(file: FileToBeRead): Promise<void> {
    const document = await this.uow.run((tx) => documentRead(tx, file));
    if (!document) return notNow(this.uow, file);
    // What three processes died of, or came to no end with.
    if (file.tries > MAX_TRIES) return this.refuse(file, 'damaged', file.source_etag);
    const named = { name: document.original_filename, contentType: document.content_type };
    if (!holdsText(named)) return this.refuse(file, 'unsupported', null);
    await this.say(file, { progress: 0, pages: undefined });
    const stillHere = setInterval(() => void this.goOn(file), STILL_HERE_EVERY_MS);
    try {
      const object = await this.store.open(file.source_key);
      if (!object) return await this.refuse(file, 'damaged', null);
      const etag = `${object.etag} ${named.contentType} ${endingOf(named.name)}`;
      if (isRead(file, etag)) {
        object.body.destroy();
        return await this.settle(file, (tx) => this.keep(tx, file, etag));
      }
      const images = await this.images.begin(placeOf(file), this.stopped.signal);
      const text = await this.textOf(file, { ...named, ...object }, images);
      if (text instanceof TextRefused) return await this.refuse(file, text.why, etag);
      await this.keepText(file, text, etag);
    } catch (error) {
      const fault = faultOf(error);
      if (fault) {
        this.log.warn({ ...fault, tries: file.tries }, 'a text could not be read');
        if (file.tries >= fault.tries) return await this.refuse(file, fault.state, null);
        return await readLater(this.uow, file);
      }
      // Store or database are away, or this process ends.
      await readSoon(this.uow, file);
      throw error;
    } finally {
      clearInterval(stillHere);
    }
  }

  private async textOf(
    file: FileToBeRead,
    opened: Parameters<typeof textOfFile>[0],
    images: ImagesOfFile,
  ): Promise<TextOfFile | TextRefused> {
    let said = Date.now();
    try {
      return await textOfFile(opened, {
        images,
        signal: this.stopped.signal,
        onProgress: async (progress) => {
          if (Date.now() - said < PROGRESS_EVERY_MS) return;
          said = Date.now();
          await this.say(file, progress);
        },
      });
    } catch (error) {
      if (error instanceof TextRefused) return error;
      throw error;
    }
  }

  /** Tells GMs how far it has come; of a text that stands there is nothing to tell. */
  private async say(
    file: FileToBeRead,
    progress: { progress: number; pages: number | undefined },
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      if ((await goesOn(tx, file, progress)) && file.state === 'reading')
        await hintText(tx, placeOf(file), 'gm');
    });
  }

  /** So that nobody else takes it up. A database that is away is found out by whoever stores the text. */
  private async goOn({ document_id, source_key }: FileToBeRead): Promise<void> {
    await this.uow
      .query(
        `UPDATE reading SET due_at = now() + interval '60 seconds'
          WHERE document_id = $1 AND source_key = $2 AND due_at IS NOT NULL`,
        [document_id, source_key],
      )
      .catch(() => undefined);
  }

  /** Of this file there is no text. One that stands, of this very file by an earlier reader, stays. */
  private async refuse(file: FileToBeRead, why: Refusal, etag: string | null): Promise<void> {
    const isReadAgain = file.has_text && file.state === 'ready';
    await this.settle(file, async (tx, document) => {
      if (isReadAgain) return this.keep(tx, file, file.source_etag);
      return this.settleWithout(tx, { ...file, ...document }, why, etag);
    });
  }

  /** The document has no text any more; that something of it was hidden is kept. */
  private async settleWithout(
    tx: Transaction,
    file: FileToBeRead & DocumentRead,
    state: Refusal,
    etag: string | null,
  ): Promise<SettledText> {
    const cleared = await clearText(tx, { ...placeOf(file), is_spoilers: file.is_spoilers });
    await deleteImages(tx, { column: 'document_id', value: file.document_id });
    const everHidden = cleared?.isHiding ?? false;
    await readingSettled(tx, file, { state, hasText: false, etag, everHidden });
    return { hasText: false, isChanged: cleared !== undefined };
  }

  /** It holds the text that stands. */
  private async keep(
    tx: Transaction,
    file: FileToBeRead,
    etag: string | null,
  ): Promise<SettledText> {
    await readingSettled(tx, file, { state: 'ready', hasText: true, etag });
    return { hasText: true, isChanged: false };
  }

  private async keepText(
    file: FileToBeRead,
    { passages, images, pages }: TextOfFile,
    etag: string,
  ): Promise<void> {
    await this.settle(file, async (tx, document) => {
      const text = {
        ...placeOf(file),
        passages,
        sourceVersion: file.readings + 1,
        everHidden: file.ever_hidden,
        is_spoilers: document.is_spoilers,
      };
      if (!(await hasRoom(tx, text))) {
        return this.settleWithout(tx, { ...file, ...document }, 'too_large', etag);
      }
      const stored = await storeText(tx, text);
      await this.images.keep(tx, placeOf(file), images);
      await readingSettled(tx, file, {
        state: 'ready',
        hasText: true,
        etag,
        pages,
        everHidden: stored.isHiding,
        isReading: true,
      });
      return { hasText: true, isChanged: stored.isChangedForPlayers };
    });
  }

  /**
   * Changes a document's text where it still has the file that was read. Of a Public document players have it from now on,
   * and hear of that where it makes a difference to them.
   */
  private async settle(
    file: FileToBeRead,
    change: (tx: Transaction, document: DocumentRead) => Promise<SettledText>,
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      const document = await documentRead(tx, file, 'FOR UPDATE');
      if (!document) return notNow(tx, file);
      const { hasText, isChanged } = await change(tx, document);
      const isNew = (await showText(tx, file.document_id)) && hasText;
      if (isNew) await documentChanged(tx, placeOf(file));
      const isShown = (await textShownSince(tx, file.document_id)) !== undefined;
      const isSeen = isShown && (isNew || isChanged);
      // Some of its pictures are those of before, and are written anew first.
      if (!document.is_spoilers && !isShown) await tx.outbox.job(showReadTexts, {});
      await hintText(tx, placeOf(file), isSeen ? 'party' : 'gm');
    });
  }
}

interface Fault {
  why: string;
  /** What the document is then. */
  state: Refusal;
  /** Of how many in all it is given up. */
  tries: number;
}

/** What is a fault of the file's, or of how it is read; of a store or a database that is away it is none. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof ChildFailed) {
    const tries = error.why === 'died' ? MAX_TRIES : MAX_TRIES_AT_LIMITS;
    return { why: error.why, state: 'damaged', tries };
  }
  if (error instanceof TypeError || error instanceof RangeError)
    return { why: error.name, state: 'damaged', tries: MAX_TRIES };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // PostgreSQL: data that it cannot hold, and more of it than one value or statement may have.
  if (/^22...$/.test(code)) return { why: code, state: 'damaged', tries: MAX_TRIES_AT_LIMITS };
  if (/^54...$/.test(code)) return { why: code, state: 'too_large', tries: MAX_TRIES_AT_LIMITS };
  return undefined;
}

const placeOf = ({ document_id, campaign_id }: FileToBeRead) => ({
  document: document_id,
  campaign: campaign_id,
});

/** Another reader, or another name for the same bytes, may find something else. */
const isRead = (file: FileToBeRead, etag: string): boolean =>
  file.has_text && file.source_etag === etag && file.reader_version >= READER_VERSION;

const endingOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';
