import { Transform, type TransformCallback } from 'node:stream';

/** More came than the route takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Passes a body on while counting, and breaks it off beyond `limit` bytes. */
export class LimitedBody extends Transform {
  private seen = 0;

  constructor(private readonly limit: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.seen += chunk.length;
    if (this.seen > this.limit) done(new BodyTooLarge());
    else done(null, chunk);
  }
}
