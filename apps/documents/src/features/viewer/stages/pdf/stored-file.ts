import type { OpenedFile } from '../../use-opened-document';

/** First range response, which also reports the file size. */
export interface FirstPart {
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the whole file in bytes. */
  length: number;
}

/** Attempts per range after network errors. */
const TRIES = 3;
const WAIT_MS = 400;

/**
 * File in object storage, read with range requests. URLs expire after a minute, so a rejected request is retried with a new URL,
 * which concurrent requests share.
 */
export class StoredFile {
  private renewing: Promise<string> | undefined;
  private url: string;

  constructor(
    private readonly file: OpenedFile,
    private readonly signal: AbortSignal,
  ) {
    this.url = file.url;
  }

  /** The start of the file; the whole file if the store does not support ranges. */
  async first(length: number): Promise<FirstPart> {
    const response = await this.ask(0, length);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    return { bytes, length: response.status === 206 && total ? Number(total) : bytes.length };
  }

  /** Bytes from `begin` to `end`, end excluded. */
  async part(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const response = await this.ask(begin, end);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 206 ? bytes : bytes.slice(begin, end);
  }

  private async ask(begin: number, end: number): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const { url } = this;
      try {
        const response = await fetch(url, {
          headers: { range: `bytes=${begin}-${end - 1}` },
          signal: this.signal,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
        });
        if (response.ok) return response;
        if (response.status !== 403 || attempt === TRIES)
          throw new Error(`Object storage returned ${response.status}.`);
      } catch (error) {
        if (this.signal.aborted || attempt === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS * attempt));
      }
      if (url === this.url) await this.renew();
    }
  }

  private renew(): Promise<string> {
    this.renewing ??= this.file
      .renew()
      .then((url) => (this.url = url))
      .finally(() => {
        this.renewing = undefined;
      });
    return this.renewing;
  }
}
