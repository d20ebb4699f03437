import type { Document, DocumentsApi, DocumentUpload } from '../../documents-api/documents-api';
import type { PartTransfers } from '../parts/send-parts';
import { fingerprintOf } from '../upload/fingerprint';
import { isUnderWay, type QueuedUpload, type UploadState } from './queued-upload';
import { askAboutKnown, askAboutTwin, Question } from './same-content';
import { isOfTheCampaign, troubleOf, UNREADABLE, wordsFor } from './upload-failures';

/** Maximum concurrent uploads, enough to use the full bandwidth. */
const MAX_CONCURRENT_UPLOADS = 3;
/** Retry delays after connection errors, before the user must retry. */
const CONNECTION_RETRY_DELAYS_MS = [1_000, 4_000, 10_000];
/** Retry delays while the server is busy and sends no `Retry-After`. */
const BUSY_RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000];
/** Upper limit of a requested pause. */
const MAX_REST_MS = 120_000;

/** Internal state of an upload. */
interface Work {
  control?: AbortController;
  timer?: ReturnType<typeof setTimeout>;
  attempts: number;
  /** Storage key of a completed transfer whose document is still missing. */
  arrivedKey?: string;
  /** Storage key of an upload in parts that continues after an error. */
  startedKey?: string | undefined;
  fingerprint?: string | undefined;
  /** Whether the user confirmed the upload. */
  isMeant?: boolean;
}

/** The default state is waiting. */
export type NewUpload = DocumentUpload & { state?: UploadState | undefined };

/** Upload queue with limited concurrency. Resumes after connection errors, and pauses while it is held. Not persistent. */
export class UploadQueue {
  private uploads: readonly QueuedUpload[] = [];
  private readonly works = new Map<number, Work>();
  private nextId = 1;
  private isHeld = false;
  private restsUntil = 0;
  private restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly api: Pick<DocumentsApi, 'upload'>,
    private readonly parts: PartTransfers,
    private readonly tell: {
      changed: () => void;
      uploaded: (document: Document) => void;
      /** Called when a document has a new file. */
      replaced: (document: Document) => void;
    },
  ) {}

  all = (): readonly QueuedUpload[] => this.uploads;

  /** Adds files as one batch. @returns the batch number */
  add(files: readonly NewUpload[]): number {
    const batch = this.nextId;
    const added = files.map((file): QueuedUpload => {
      const id = (this.nextId += 1);
      // The user has decided about an upload that continues.
      const isMeant = file.startedKey !== undefined;
      const fingerprint = file.contentFingerprint;
      this.works.set(id, { attempts: 0, startedKey: file.startedKey, isMeant, fingerprint });
      return { ...file, state: file.state ?? { at: 'waiting' }, id, batch };
    });
    this.nextId += 1;
    this.uploads = [...this.uploads, ...added];
    this.tell.changed();
    this.startNext();
    return batch;
  }

  /** Cancels an upload unless its transfer is complete; no document is created. */
  cancel(id: number): void {
    const upload = this.find(id);
    if (!upload || upload.state.at === 'saving' || upload.state.at === 'done') return;
    this.stop(id);
    this.discardParts(upload);
    this.set(id, { at: 'cancelled' });
    this.startNext();
  }

  /** Starts or restarts a failed, canceled, paused or confirmed upload. */
  send(id: number): void {
    const work = this.works.get(id);
    const upload = this.find(id);
    if (!work || !upload) return;
    clearTimeout(work.timer);
    work.attempts = 0;
    if (upload.state.at === 'asking') work.isMeant = true;
    this.set(id, { at: 'waiting' });
    this.startNext();
  }

  /** Resumes paused uploads when the network is back. */
  resume(): void {
    for (const { id, state } of this.uploads) if (state.at === 'paused') this.send(id);
  }

  /** Stops all uploads until `release`; transfers by one PUT restart from the beginning. */
  hold(): void {
    this.isHeld = true;
    for (const upload of this.uploads) {
      if (!isUnderWay(upload)) continue;
      this.stop(upload.id);
      this.set(upload.id, { at: 'waiting' });
    }
  }

  release(): void {
    this.isHeld = false;
    this.startNext();
  }

  /** Pauses all requests for the time that the server asked for. */
  rest(ms: number): void {
    this.restsUntil = Date.now() + Math.min(ms, MAX_REST_MS);
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.startNext(), this.restsUntil - Date.now());
  }

  /** Removes uploads; running ones are canceled. The server keeps stored parts unless `discard` is set. */
  forget(which: (upload: QueuedUpload) => boolean, { discard = false } = {}): void {
    for (const upload of this.uploads.filter(which)) {
      this.stop(upload.id);
      if (discard) this.discardParts(upload);
      this.works.delete(upload.id);
    }
    this.uploads = this.uploads.filter((upload) => !which(upload));
    this.tell.changed();
  }

  dispose(): void {
    clearTimeout(this.restTimer);
    this.forget(() => true);
  }

  private find = (id: number) => this.uploads.find((upload) => upload.id === id);

  private set(id: number, state: UploadState): void {
    this.update(id, { state });
    this.tell.changed();
  }

  private update(id: number, values: Partial<QueuedUpload>): void {
    this.uploads = this.uploads.map((one) => (one.id === id ? { ...one, ...values } : one));
  }

  private stop(id: number): void {
    const work = this.works.get(id);
    clearTimeout(work?.timer);
    work?.control?.abort();
  }

  private discardParts({ id, campaignId }: QueuedUpload): void {
    const key = this.works.get(id)?.startedKey;
    if (key === undefined) return;
    this.dropKey(id);
    this.parts.discard({ campaignId, key });
  }

  /** Forgets the stored parts of an upload; it would start over. */
  private dropKey(id: number): void {
    const work = this.works.get(id);
    if (!work) return;
    delete work.startedKey;
    this.update(id, { stored: 0, isKept: false });
  }

  private startNext(): void {
    if (this.isHeld || Date.now() < this.restsUntil) return;
    const isRunning = ({ state: { at } }: QueuedUpload) => at === 'sending' || at === 'saving';
    const free = MAX_CONCURRENT_UPLOADS - this.uploads.filter(isRunning).length;
    const waiting = this.uploads.filter(({ state }) => state.at === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, free))) void this.carry(upload);
  }

  private async carry(upload: QueuedUpload): Promise<void> {
    const { id } = upload;
    const work = this.works.get(id);
    if (!work) return;
    const control = new AbortController();
    work.control = control;
    this.set(id, { at: 'sending', loaded: upload.stored ?? 0 });
    try {
      const done = await this.steps(upload, work, control.signal);
      if (control.signal.aborted) return;
      if (work.startedKey !== undefined) this.parts.ended(work.startedKey);
      delete work.startedKey;
      this.set(id, { at: 'done', ...done });
      if (upload.replaces) this.tell.replaced(done.document);
      else this.tell.uploaded(done.document);
    } catch (error) {
      // An aborted upload already has its new state.
      if (!control.signal.aborted) this.fail(upload, work, error);
    }
    this.startNext();
  }

  private async steps(upload: QueuedUpload, work: Work, signal: AbortSignal): Promise<Done> {
    if (work.arrivedKey === undefined) {
      await upload.file.slice(0, 1).arrayBuffer();
      work.fingerprint ??= await fingerprintOf(upload.file, signal);
      if (!work.isMeant)
        askAboutTwin(
          upload,
          work.fingerprint,
          this.uploads,
          ({ id }) => this.works.get(id)?.fingerprint,
        );
    }
    const { campaignId, file, isSpoilers, tags, replaces } = upload;
    const { replaced, ...document } = await this.api.upload(
      {
        ...{ campaignId, file, isSpoilers, tags, replaces },
        ...{ contentFingerprint: work.fingerprint, storedKey: work.arrivedKey },
        startedKey: work.startedKey,
      },
      {
        signal,
        onSameContent: (documents) => {
          if (!work.isMeant) askAboutKnown(upload, documents);
        },
        onProgress: (loaded) => this.set(upload.id, { at: 'sending', loaded }),
        send: this.parts.takes(file)
          ? (key) => this.sendParts(upload, work, key, signal)
          : undefined,
        onStored: (key) => {
          work.arrivedKey = key;
          this.set(upload.id, { at: 'saving' });
        },
      },
    );
    return { document, replaced: replaced ?? undefined };
  }

  private sendParts(upload: QueuedUpload, work: Work, key: string, signal: AbortSignal) {
    work.startedKey = key;
    const { campaignId, file, isSpoilers, tags, replaces } = upload;
    const contentFingerprint = work.fingerprint;
    return this.parts.send(
      { campaignId, file, isSpoilers, tags, replaces, contentFingerprint },
      key,
      {
        signal,
        onProgress: (loaded) => {
          if (!signal.aborted) this.set(upload.id, { at: 'sending', loaded });
        },
        onStoredBytes: (stored) => {
          // Progress: the next error is a new one.
          if (stored > (this.find(upload.id)?.stored ?? 0)) work.attempts = 0;
          this.update(upload.id, { stored });
        },
        onKept: () => {
          this.update(upload.id, { isKept: true });
          this.tell.changed();
        },
      },
    );
  }

  private fail(upload: QueuedUpload, work: Work, error: unknown): void {
    if (error instanceof Question) {
      this.set(upload.id, { at: 'asking', question: error.message });
      return;
    }
    const trouble = troubleOf(error);
    if (trouble === 'lost') {
      delete work.arrivedKey;
      if (work.startedKey !== undefined) this.parts.ended(work.startedKey);
      this.dropKey(upload.id);
    }
    if (trouble === 'unreadable') {
      this.set(upload.id, { at: 'failed', failure: UNREADABLE, canRetry: false });
      return;
    }
    if (trouble === 'line' && !navigator.onLine) {
      this.set(upload.id, { at: 'paused', because: 'offline' });
      return;
    }
    const waits = trouble === 'busy' ? BUSY_RETRY_DELAYS_MS : CONNECTION_RETRY_DELAYS_MS;
    const wait = trouble === 'refused' ? undefined : waits[work.attempts];
    if (wait === undefined) return this.refuse(upload, error);
    work.attempts += 1;
    if (trouble === 'busy' && Date.now() >= this.restsUntil) this.rest(wait);
    const again = () => this.set(upload.id, { at: 'waiting' });
    work.timer = setTimeout(
      () => {
        again();
        this.startNext();
      },
      Math.max(wait, this.restsUntil - Date.now()),
    );
    this.set(upload.id, { at: 'paused', because: trouble === 'busy' ? 'busy' : 'line' });
  }

  /** Errors that concern the whole campaign apply to its other waiting uploads as well. */
  private refuse(upload: QueuedUpload, error: unknown): void {
    const failure = wordsFor(error, this.works.get(upload.id)?.startedKey !== undefined);
    const state: UploadState = { at: 'failed', failure, canRetry: true };
    const alike =
      !upload.replaces && isOfTheCampaign(error)
        ? this.uploads.filter(
            ({ campaignId, replaces, state }) =>
              campaignId === upload.campaignId && !replaces && state.at === 'waiting',
          )
        : [];
    for (const { id } of [upload, ...alike]) this.set(id, state);
  }
}

type Done = Pick<Extract<UploadState, { at: 'done' }>, 'document' | 'replaced'>;
