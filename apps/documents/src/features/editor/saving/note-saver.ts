import { ApiError } from '@tomekeeper/api-client';
import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import type { Saved } from './notes-api';

export type SaveState =
  | { is: 'saved' }
  | { is: 'saving' }
  /** No response; the saver retries automatically. */
  | { is: 'offline'; isKept: boolean }
  /** Rejected; retried only after another change or on request. */
  | { is: 'refused'; why: Refusal; isKept: boolean };

/** `signed_out`: the session has ended. `gone`: the note is deleted or no longer editable. Otherwise the server's message. */
export type Refusal = 'signed_out' | 'gone' | { detail: string };

interface SaverParts {
  /** The next save; undefined if nothing is unsaved. */
  next: () => SavePassagesRequest | undefined;
  save: (body: SavePassagesRequest) => Promise<Saved>;
  onSaved: (sent: SavePassagesRequest, answer: Saved) => void;
  onState: (state: SaveState) => void;
  /** Stores unsaved changes on this device. @throws if the browser cannot store data */
  keepDraft: () => Promise<void>;
}

/** Debounce after the last keystroke. */
const PAUSE_MS = 1_000;
/** Maximum delay of a save during continuous typing. */
const LONGEST_MS = 5_000;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Saves a note automatically. Changes are also stored on this device with every keystroke, until the server has them. */
export class NoteSaver {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirtySince: number | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;
  private drafting: Promise<void> | undefined;
  private isDraftOld = false;
  private isKept = true;
  private isOver = false;
  private state: SaveState = { is: 'saved' };

  constructor(private readonly parts: SaverParts) {}

  /** Whether a save is in flight. */
  isBusy = (): boolean => this.running !== undefined;

  /** Schedules a save. */
  changed(): void {
    if (this.isOver) return;
    this.draft();
    if (this.state.is === 'saved') this.tell({ is: 'saving' });
    const now = Date.now();
    this.dirtySince ??= now;
    // After a rejection, a change triggers a new attempt; without a response, the backoff timer keeps running.
    if (this.failures > 0 && this.timer !== undefined) return;
    this.wait(Math.max(0, Math.min(PAUSE_MS, this.dirtySince + LONGEST_MS - now)));
  }

  /** Saves now. @returns once everything is saved or saving has failed */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await (this.running ??= this.run().finally(() => (this.running = undefined)));
  }

  dispose(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), ms);
  }

  private async run(): Promise<void> {
    for (;;) {
      this.dirtySince = undefined;
      const next = this.parts.next();
      if (!next) break;
      this.tell({ is: 'saving' });
      let answer: Saved;
      try {
        answer = await this.parts.save(next);
      } catch (error) {
        return this.fail(error);
      }
      this.failures = 0;
      this.parts.onSaved(next, answer);
      this.draft();
    }
    this.tell({ is: 'saved' });
  }

  private fail(error: unknown): void {
    const refusal = refusalOf(error);
    this.draft();
    if (refusal) return this.tell({ is: 'refused', why: refusal, isKept: this.isKept });
    this.failures += 1;
    this.tell({ is: 'offline', isKept: this.isKept });
    if (!this.isOver) this.wait(RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1] ?? 0);
  }

  private tell(state: SaveState): void {
    this.state = state;
    if (!this.isOver) this.parts.onState(state);
  }

  /** Serializes draft writes and always writes the latest state. */
  private draft(): void {
    this.isDraftOld = true;
    this.drafting ??= this.writeDrafts().finally(() => (this.drafting = undefined));
  }

  private async writeDrafts(): Promise<void> {
    while (this.isDraftOld) {
      this.isDraftOld = false;
      const wasKept = this.isKept;
      this.isKept = await this.parts.keepDraft().then(
        () => true,
        () => false,
      );
      if (wasKept !== this.isKept && 'isKept' in this.state)
        this.tell({ ...this.state, isKept: this.isKept });
    }
  }
}

/** Undefined for temporary errors, which a retry may solve. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status } = error;
  if (status === 401) return 'signed_out';
  if (status === 403 || status === 404) return 'gone';
  if (status >= 500 || status === 408 || status === 429) return undefined;
  return { detail: error.detail ?? 'The server rejected it.' };
}
