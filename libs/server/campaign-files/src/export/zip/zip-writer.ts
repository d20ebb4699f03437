import { finished } from 'node:stream/promises';
import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

/** Local time, as zip files have no time zone: equal bytes on every machine. */
const MODIFIED = new Date(2000, 0, 1);
const CHUNK_BYTES = 64 * 1024;
/** Types that compression does not make smaller. */
const COMPRESSED =
  /^(?:image\/(?!svg|bmp)|audio\/(?!wav|x-wav)|video\/)|zip|epub|officedocument|opendocument/;

type Body = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Writes entries of a zip one after the other, with constant memory for each. */
export class ZipWriter {
  readonly output: Readable;
  private readonly zip = new ZipFile();
  private current: Readable | undefined;

  /** @param onBytes receives the number of bytes written so far */
  constructor({
    signal,
    onBytes,
  }: {
    signal: AbortSignal;
    onBytes?: ((bytes: number) => void) | undefined;
  }) {
    let bytes = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length;
        onBytes?.(bytes);
        done(null, chunk);
      },
    });
    this.output = counter;
    this.zip.on('error', (error) => this.fail(error));
    const onEnd = () => this.current?.destroy();
    addAbortSignal(signal, counter);
    pipeline(this.zip.outputStream as Readable, counter, onEnd);
  }

  async addText(path: string, text: string): Promise<void> {
    await this.add(path, [Buffer.from(text)]);
  }

  /** Resolves after the body was consumed. Rejects with an error of the body, and when the output is destroyed. */
  async add(path: string, body: Body, { contentType = '' } = {}): Promise<void> {
    if (this.output.destroyed) throw this.output.errored ?? new Error('The export was canceled.');
    // The result of the compression depends on the size of the chunks.
    const stream = Readable.from(chunksOf(body), { objectMode: false });
    this.current = stream;
    this.zip.addReadStream(stream, path, {
      mtime: MODIFIED,
      forceDosTimestamp: true,
      compress: !COMPRESSED.test(contentType),
    });
    await finished(stream, { writable: false });
  }

  end(): void {
    this.zip.end();
  }

  fail(error: unknown): void {
    this.output.destroy(error instanceof Error ? error : new Error('The export failed.'));
  }
}

async function* chunksOf(body: Body): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of body)
    for (let rest = part; rest.length > 0;) {
      const taken = rest.subarray(0, CHUNK_BYTES - length);
      parts.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, length] = [[], 0];
    }
  if (length > 0) yield Buffer.concat(parts);
}
