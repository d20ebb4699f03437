import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { sleep } from '@tomekeeper/cli-kit';

const Hint = z.object({ n: z.number(), kind: z.string(), id: z.string().nullable() });

/** A player's continuously read event stream. */
export class Stream {
  /** Time of each document's last event. */
  private readonly heard = new Map<string, number>();
  /** Number of events per document. */
  readonly counts = new Map<string, number>();
  /** Time of the last event that invalidates everything. */
  private everything = 0;
  /** All received bytes. */
  text = '';
  private last = '';
  private isOver = false;
  private readonly abort = new AbortController();
  private readonly reading: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly token: () => Promise<string>,
  ) {
    this.reading = this.read();
  }

  /** Whether an event for the document, or for everything, arrived since then. */
  hasHeard(document: string, since: number): boolean {
    return Math.max(this.heard.get(document) ?? 0, this.everything) >= since;
  }

  get isOpen(): boolean {
    return this.last !== '';
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.abort.abort();
    await this.reading;
  }

  private async read(): Promise<void> {
    while (!this.isOver)
      try {
        const answer = await fetch(`${this.url}/api/live/`, {
          headers: {
            authorization: `Bearer ${await this.token()}`,
            ...(this.last !== '' && { 'last-event-id': this.last }),
          },
          signal: this.abort.signal,
        });
        if (answer.ok && answer.body)
          for await (const line of createInterface({ input: Readable.fromWeb(answer.body) }))
            this.take(line);
        else await sleep(500);
      } catch {
        // The stream may break, as in a browser; reconnecting requests missed events by their number.
        await sleep(this.isOver ? 0 : 200);
      }
  }

  private take(line: string): void {
    this.text += `${line}\n`;
    if (line.startsWith('id: ')) this.last = line.slice('id: '.length);
    if (!line.startsWith('data: ')) return;
    const { kind, id } = Hint.parse(JSON.parse(line.slice('data: '.length)));
    if (kind === 'everything') this.everything = Date.now();
    if (kind !== 'documents' || id === null) return;
    this.heard.set(id, Date.now());
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
  }
}
