import { ChildFailed } from '../../sandbox/child-process';

/** Maximum bytes of one line. Passages are shorter. */
const MAX_LINE = 4 * 1024 * 1024;
const NEWLINE = 10;

/** Reads the output of an extraction process: lines of JSON, some followed by the raw bytes of an image. */
export class LineReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(output: AsyncIterable<Buffer>) {
    this.chunks = output[Symbol.asyncIterator]();
  }

  /**
   * @returns undefined at the end of the output
   * @throws {ChildFailed} when a line is too long
   */
  async line(): Promise<string | undefined> {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const end = this.rest.indexOf(NEWLINE);
      if (end >= 0) {
        pieces.push(this.rest.subarray(0, end));
        this.rest = this.rest.subarray(end + 1);
        return Buffer.concat(pieces).toString();
      }
      size += this.rest.length;
      if (size > MAX_LINE) throw new ChildFailed('answered too much');
      pieces.push(this.rest);
      if (!(await this.fill())) return undefined;
    }
  }

  /** @throws {ChildFailed} when the output ends too early */
  async bytes(size: number): Promise<Buffer> {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size;) {
      if (this.rest.length === 0 && !(await this.fill())) throw new ChildFailed('died');
      const copied = this.rest.copy(bytes, at);
      this.rest = this.rest.subarray(copied);
      at += copied;
    }
    return bytes;
  }

  /** Replaces the rest by the next chunk. @returns whether there was one */
  private async fill(): Promise<boolean> {
    const next = await this.chunks.next();
    this.rest = next.done ? Buffer.alloc(0) : next.value;
    return !next.done;
  }

  /** Ends the process. Call when reading stops before the end. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
