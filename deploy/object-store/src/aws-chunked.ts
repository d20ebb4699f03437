import { S3Error } from './s3-error';

const LONGEST_LINE = 8 * 1024;
const CRLF = Buffer.from('\r\n');

/**
 * Unpacks a body in aws-chunked form: `<hex length>\r\n<data>\r\n … 0\r\n<trailer>\r\n\r\n`. Data
 * are passed on as they come; `trailers` are complete once the chunks have been read to the end.
 */
export class AwsChunked {
  readonly trailers = new Map<string, string>();
  private rest: Buffer = Buffer.alloc(0);
  private readonly source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      yield* this.unpack();
    } finally {
      await this.source.return?.();
    }
  }

  private async *unpack(): AsyncGenerator<Buffer> {
    for (;;) {
      const [size = ''] = (await this.line()).split(';');
      if (!/^[0-9a-f]{1,8}$/i.test(size))
        throw new S3Error('InvalidRequest', 'A chunk is damaged.');
      let left = parseInt(size, 16);
      if (left === 0) break;
      while (left > 0) {
        if (this.rest.length === 0) await this.more();
        const piece = this.rest.subarray(0, left);
        this.rest = this.rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
      if ((await this.line()) !== '') throw new S3Error('InvalidRequest', 'A chunk is damaged.');
    }
    for (let line = await this.line(); line !== ''; line = await this.line()) {
      const at = line.indexOf(':');
      this.trailers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
    }
    // Read to the very end, so that the connection can be used again.
    while (!(await this.source.next()).done);
  }

  private async line(): Promise<string> {
    let end = this.rest.indexOf(CRLF);
    while (end < 0) {
      if (this.rest.length > LONGEST_LINE)
        throw new S3Error('InvalidRequest', 'A chunk is damaged.');
      await this.more();
      end = this.rest.indexOf(CRLF);
    }
    const text = this.rest.subarray(0, end).toString('latin1');
    this.rest = this.rest.subarray(end + CRLF.length);
    return text;
  }

  private async more(): Promise<void> {
    const next = await this.source.next();
    if (next.done) throw new S3Error('IncompleteBody');
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
  }
}
