import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import type { AudienceMembers } from '@tomekeeper/visibility';
import { deleteImagesBut } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { trackUnusedObject, removeReplaced, markObjectUsed } from '../storage/unused-objects';
import { FORMS, makePicture } from '../thumbnails/make-thumbnail';
import { ChildFailed } from '../sandbox/child-process';
import {
  addImageCopy,
  addImages,
  replaceImage,
  imagesBeside,
  imagesOf,
  staleImages,
  type ImageObject,
  type StaleImage,
} from './images';
import { FileImages, type StoredImages } from './file-images';

interface Place {
  campaign: string;
  document: string;
}

/** A copy of a picture that no row points to yet; none where the store has lost it. */
export interface FreshImage {
  of: StaleImage;
  copy: ImageObject | undefined;
}

/** A copy that some readers are to get from now on; all of them where nobody saw the picture before. */
export interface AssignedImage extends FreshImage {
  readers: AudienceMembers | 'all';
}

/** Copies that are made at a time. */
const COPIES = 8;
const TYPE = 'image/webp';

/** Keeps the pictures of texts: made anew from their pixels, none larger than a screen. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** For the pictures of a document's file, which is to be read. */
  async begin(place: Place, signal: AbortSignal): Promise<FileImages> {
    const others = await imagesBeside(this.uow, place);
    return new FileImages({
      known: await imagesOf(this.uow, place.document),
      room: Math.min(PASSAGE_LIMITS.images, PASSAGE_LIMITS.imagesPerCampaign - others),
      make: (bytes) => this.make(bytes, signal),
      store: async (key, bytes) => {
        const noted = await trackUnusedObject(this.uow, key);
        await this.store.put(key, bytes, TYPE);
        return noted;
      },
    });
  }

  /** Has the text of a document, whose row this transaction has locked, hold these pictures and no others. */
  async keep(tx: Transaction, place: Place, { byNumber, made }: StoredImages): Promise<void> {
    const kept = new Set([...byNumber.values()].map(({ id }) => id));
    const added = made.filter(({ id }) => kept.has(id));
    const keys = added.map(({ s3_key }) => s3_key);
    if (keys.length > 0) await markObjectUsed(tx, keys);
    await addImages(tx, place, added);
    await deleteImagesBut(tx, place.document, [...kept]);
  }

  /**
   * Copies of the pictures that players of a document are about to see: a store says of each when it was written, which would
   * tell that the text was there before. What only hidden passages hold is left alone, or the time would tell of it.
   */
  async copyStaleImages(document: string): Promise<FreshImage[]> {
    return this.copies(await this.uow.run((tx) => staleImages(tx, document)));
  }

  /** Copies of these pictures; whoever knows which of them players are about to see asks for those alone. */
  async copies(old: readonly StaleImage[]): Promise<FreshImage[]> {
    const fresh: FreshImage[] = [];
    for (let at = 0; at < old.length; at += COPIES) {
      const some = old.slice(at, at + COPIES);
      fresh.push(
        ...(await Promise.all(some.map(async (of) => ({ of, copy: await this.copy(of) })))),
      );
    }
    return fresh;
  }

  /** Puts the copies in the place of what they were made of, in a document that this transaction has locked. */
  async replaceWithCopies(tx: Transaction, fresh: readonly FreshImage[]): Promise<void> {
    for (const { of, copy } of fresh) {
      // Read anew, or copied by another process, in this moment: the copy is removed as unused.
      const replaced = await replaceImage(tx, of, copy);
      if (!replaced) continue;
      if (copy) await markObjectUsed(tx, [copy.s3_key]);
      for (const key of [...replaced, ...(copy ? [of.s3_key] : [])]) await removeReplaced(tx, key);
    }
  }

  /**
   * Gives pictures that somebody sees from this moment on, by an act of which this transaction is. Who saw one before keeps its
   * address, which would tell them that others see it now.
   */
  async assignCopies(tx: Transaction, given: readonly AssignedImage[]): Promise<void> {
    if (given.length === 0) return;
    const [now] = await tx.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    const fresh_at = now?.at ?? '';
    for (const { of, copy, readers } of given) {
      const object = copy && { ...copy, fresh_at };
      if (!object || readers === 'all') {
        await this.replaceWithCopies(tx, [{ of, copy: object }]);
        continue;
      }
      const replaced = await addImageCopy(tx, of, { object, readers });
      if (!replaced) continue;
      await markObjectUsed(tx, [object.s3_key]);
      for (const key of replaced) await removeReplaced(tx, key);
    }
  }

  /** @returns undefined where there is no picture in it that can be shown */
  private async make(bytes: Buffer, signal: AbortSignal) {
    try {
      const file = { body: Readable.from([bytes]), size: bytes.length };
      const made = await makePicture(file, FORMS.passage, { signal });
      return 'refused' in made ? undefined : made;
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error;
      this.log.warn({ why: error.why }, 'a picture of a text could not be made');
      return undefined;
    }
  }

  private async copy(of: StaleImage): Promise<ImageObject | undefined> {
    const object = await this.store.describe(of.s3_key);
    if (!object) return undefined;
    const s3_key = `pictures/${randomUUID()}`;
    const fresh_at = await trackUnusedObject(this.uow, s3_key);
    if (await this.store.copy(of.s3_key, object.etag, s3_key, TYPE)) return { s3_key, fresh_at };
    // Nobody writes under such a key twice: either it is gone by now, or the next run finds it as it is.
    if (await this.store.describe(of.s3_key)) throw new Error('A picture changed meanwhile.');
    return undefined;
  }
}
