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

interface ImageOwner {
  campaign: string;
  document: string;
}

/** A copy of a picture that no row points to yet; none where the store has lost it. */
export interface FreshImage {
  of: StaleImage;
  copy: ImageObject | undefined;
}

/** A copy for some members, or for all if the image had no viewers before. */
export interface AssignedImage extends FreshImage {
  readers: AudienceMembers | 'all';
}

/** Concurrency limit for copies. */
const COPIES = 8;
const TYPE = 'image/webp';

/** Stores the images of texts, re-encoded and scaled to the size of a screen. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** For the pictures of a document's file, which is to be read. */
  async begin(place: ImageOwner, signal: AbortSignal): Promise<FileImages> {
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

  /** Replaces the images of a document whose row this transaction has locked. */
  async keep(tx: Transaction, place: ImageOwner, { byNumber, made }: StoredImages): Promise<void> {
    const kept = new Set([...byNumber.values()].map(({ id }) => id));
    const added = made.filter(({ id }) => kept.has(id));
    const keys = added.map(({ s3_key }) => s3_key);
    if (keys.length > 0) await markObjectUsed(tx, keys);
    await addImages(tx, place, added);
    await deleteImagesBut(tx, place.document, [...kept]);
  }

  /**
   * Copies images that players are about to see: the store returns the time of writing, which would reveal that the
   * text existed before. Images of hidden passages only are not copied, because a new time would reveal them.
   */
  async copyStaleImages(document: string): Promise<FreshImage[]> {
    return this.copies(await this.uow.run((tx) => staleImages(tx, document)));
  }

  /** Copies the given images, for callers that know which ones get new viewers. */
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

  /** Replaces images with their copies in a document that this transaction has locked. */
  async replaceWithCopies(tx: Transaction, fresh: readonly FreshImage[]): Promise<void> {
    for (const { of, copy } of fresh) {
      // A concurrent extraction or copy has replaced the image: this copy is removed as unused.
      const replaced = await replaceImage(tx, of, copy);
      if (!replaced) continue;
      if (copy) await markObjectUsed(tx, [copy.s3_key]);
      for (const key of [...replaced, ...(copy ? [of.s3_key] : [])]) await removeReplaced(tx, key);
    }
  }

  /**
   * Assigns copies to the new viewers of images, in the transaction of the audience change. Earlier viewers keep the
   * object's address, because a change would reveal that the image has more viewers.
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
      this.log.warn({ why: error.why }, 're-encoding an image of a text failed');
      return undefined;
    }
  }

  private async copy(of: StaleImage): Promise<ImageObject | undefined> {
    const object = await this.store.describe(of.s3_key);
    if (!object) return undefined;
    const s3_key = `pictures/${randomUUID()}`;
    const fresh_at = await trackUnusedObject(this.uow, s3_key);
    if (await this.store.copy(of.s3_key, object.etag, s3_key, TYPE)) return { s3_key, fresh_at };
    // No other process writes to this key: the object is deleted by now, or the next run finds it unchanged.
    if (await this.store.describe(of.s3_key)) throw new Error('A picture changed meanwhile.');
    return undefined;
  }
}
