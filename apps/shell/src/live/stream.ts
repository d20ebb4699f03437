import type { Hint } from '@tomekeeper/remote-kit';

/** Invalidation event with its number, from which a stream resumes. */
export interface NumberedHint extends Hint {
  n: number;
}

export interface StreamOptions {
  getIdToken: () => Promise<string | undefined>;
  /** Number of the last received event, if any. */
  last: () => number | undefined;
  /** Seconds since the page started to load its data. */
  within: () => number;
  /** Receives the number at which the stream starts. */
  onPosition: (n: number) => void;
  onHint: (hint: NumberedHint) => void;
  fetch?: typeof globalThis.fetch;
  random?: () => number;
}

const PATH = '/api/live/';
/** Silence after which a stream counts as broken; the server sends a heartbeat every 20 seconds. */
const SILENT_MS = 45_000;
const CHECK_EVERY_MS = 5_000;
/** The first retry is spread over this time, because many clients may disconnect at once; later retries back off. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A stream open for at least this long resets the backoff. */
const STEADY_MS = 10_000;

/** Event stream that reconnects automatically. */
export class HintStream {
  private readonly fetch: typeof globalThis.fetch;
  private readonly random: () => number;
  private isStopped = false;
  private attempt = new AbortController();
  private endPause = () => {};
  /** Wall-clock time, which continues while the device sleeps. */
  private heardAt = 0;
  /** An attempt is in progress, from the token request to the end of the stream. */
  private isTrying = false;
  /** Consecutive short-lived attempts. */
  private failures = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: StreamOptions) {
    this.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.random = options.random ?? Math.random;
  }

  start(): void {
    this.timer = setInterval(() => {
      if (this.isTrying && Date.now() - this.heardAt > SILENT_MS) this.attempt.abort();
    }, CHECK_EVERY_MS);
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    this.attempt.abort();
    this.endPause();
  }

  /** Call after the device wakes up or changes networks: an open connection may be dead. */
  wake(isOtherNetwork: boolean): void {
    // Earlier failures do not predict the new connection.
    this.failures = 0;
    this.endPause();
    if (isOtherNetwork || Date.now() - this.heardAt > CHECK_EVERY_MS * 5) this.attempt.abort();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.attempt = new AbortController();
      const began = Date.now();
      this.heardAt = began;
      this.isTrying = true;
      const refusedFor = await this.follow(this.attempt.signal).catch(() => 0);
      this.isTrying = false;
      const wasSteady = refusedFor === 0 && Date.now() - began >= STEADY_MS;
      this.failures = wasSteady ? 0 : this.failures + 1;
      if (!this.isStopped) await this.pause(Math.max(refusedFor, this.waitAfter(this.failures)));
    }
  }

  private waitAfter(failures: number): number {
    if (failures <= 1) return FIRST_WAIT_MS * this.random();
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    return longest * (0.5 + this.random() / 2);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Reads a stream to its end.
   * @returns requested retry delay in milliseconds; 0 if the server requested none
   */
  private async follow(signal: AbortSignal): Promise<number> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const token = await Promise.race([this.options.getIdToken(), aborted]);
    if (!token) return LONGEST_WAIT_MS;
    const last = this.options.last();
    const path = last === undefined ? `${PATH}?within=${this.options.within()}` : PATH;
    const response = await this.fetch(path, {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
        ...(last === undefined ? {} : { 'Last-Event-ID': String(last) }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    if (!response.ok || !response.body) return retryAfter(response);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      this.heardAt = Date.now();
      const { done, value } = await reader.read();
      if (done) return 0;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('id: ')) this.options.onPosition(Number(line.slice('id: '.length)));
        const hint = line.startsWith('data: ') ? readHint(line.slice('data: '.length)) : undefined;
        if (hint && !signal.aborted) this.options.onHint(hint);
      }
    }
  }
}

/** Client errors without Retry-After use the maximum delay: a rejected token does not recover within seconds. */
function retryAfter({ headers, status }: Response): number {
  const seconds = Number(headers.get('Retry-After'));
  if (seconds > 0) return seconds * 1000;
  return status < 500 ? LONGEST_WAIT_MS : 0;
}

function readHint(text: string): NumberedHint | undefined {
  try {
    const { n, kind, campaign, id, change } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof n === 'number' && typeof kind === 'string'
      ? {
          ...{ n, kind, campaign: textOrNull(campaign), id: textOrNull(id) },
          ...(typeof change === 'string' && { change }),
        }
      : undefined;
  } catch {
    return undefined;
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
