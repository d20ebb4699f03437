import { createHash, randomUUID } from 'node:crypto';
import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { MadeImage, PassageImage } from './images';

/** Processes that make pictures of one file at a time. */
const AT_A_TIME = 2;
/**
 * Maximum time for starting images of a file: with the rest of the extraction it is less than the lifetime of an unused
 * object.
 */
const BEGUN_WITHIN_MS = 20 * 60_000;

/** Stored images of a file. */
export interface StoredImages {
  /** By the number that the file's reader gave. */
  byNumber: ReadonlyMap<number, PassageImage>;
  /** Images without a row. */
  made: readonly MadeImage[];
}

export interface ImageWork {
  /** Images that the document's text already has; these are reused. */
  known: readonly PassageImage[];
  /** Maximum number of further distinct images. */
  room: number;
  /** @returns undefined where there is no picture in it that can be shown */
  make: (bytes: Buffer) => Promise<{ bytes: Buffer; width: number; height: number } | undefined>;
  /** Stores an object without a row. @returns time of writing */
  store: (key: string, bytes: Buffer) => Promise<string>;
}

/** Images of one file during extraction. Identical images are stored once. */
export class FileImages {
  private readonly known: ReadonlyMap<string, PassageImage>;
  private readonly byContent = new Map<string, Promise<PassageImage | undefined>>();
  private readonly byNumber = new Map<number, Promise<PassageImage | undefined>>();
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly made: MadeImage[] = [];
  private readonly until = Date.now() + BEGUN_WITHIN_MS;
  private bytes = 0;
  private failure: { error: unknown } | undefined;

  constructor(private readonly work: ImageWork) {
    this.known = new Map(work.known.map((image) => [image.made_of, image]));
  }

  /** Stores an image; waits while the concurrency limit is reached. Images beyond `room` are left out. */
  async take(number: number, bytes: Buffer): Promise<void> {
    const content = createHash('sha256').update(bytes).digest('base64url');
    let image = this.byContent.get(content);
    if (!image) {
      if (this.byContent.size >= this.work.room || Date.now() > this.until) return;
      image = this.begin(this.imageOf(content, bytes));
      this.byContent.set(content, image);
    }
    this.byNumber.set(number, image);
    if (this.underWay.size >= AT_A_TIME) await Promise.race(this.underWay);
    if (this.failure) throw this.failure.error;
  }

  /** Waits for all images. */
  async settled(): Promise<StoredImages> {
    const byNumber = new Map<number, PassageImage>();
    for (const [number, image] of this.byNumber) {
      const found = await image;
      if (found) byNumber.set(number, found);
    }
    if (this.failure) throw this.failure.error;
    return { byNumber, made: this.made };
  }

  /** Errors are thrown to the next caller that waits for the image. */
  private begin(image: Promise<PassageImage | undefined>): Promise<PassageImage | undefined> {
    const handled = image.catch((error: unknown) => {
      this.failure ??= { error };
      return undefined;
    });
    const over = handled.then(() => void this.underWay.delete(over));
    this.underWay.add(over);
    return handled;
  }

  private async imageOf(made_of: string, file: Buffer): Promise<PassageImage | undefined> {
    const known = this.known.get(made_of);
    if (known) return this.hasRoomFor(known.bytes) ? known : undefined;
    const made = await this.work.make(file);
    if (!made || !this.hasRoomFor(made.bytes.length)) return undefined;
    const { width, height, bytes } = made;
    const s3_key = `pictures/${randomUUID()}`;
    const fresh_at = await this.work.store(s3_key, bytes);
    const image = {
      id: randomUUID(),
      s3_key,
      width,
      height,
      bytes: bytes.length,
      made_of,
      fresh_at,
    };
    this.made.push(image);
    return image;
  }

  private hasRoomFor(bytes: number): boolean {
    if (this.bytes + bytes > PASSAGE_LIMITS.imageBytes) return false;
    this.bytes += bytes;
    return true;
  }
}
