import { Injectable } from '@nestjs/common';
import { UnitOfWork, type SqlReader, type Transaction } from '@tomekeeper/persistence';
import {
  type AudienceMembers,
  differenceOf,
  isEmpty,
  membersOfClass,
  NO_MEMBERS,
  unionOfAll,
} from '@tomekeeper/visibility';
import { membersOfClasses } from '../../passages/audiences/audience-class';
import { changedImages, type ClassChange } from '../../passages/audiences/change-classes';
import { ImageStore, type FreshImage } from '../../extraction-jobs/image-store';
import { imagesById, type StaleImage } from '../../extraction-jobs/images';
import { changedMeanwhile } from '../../model/document.errors';

/** A pending change of a document that may reveal images. */
export interface Reveal {
  document: string;
  wasSpoilers: boolean;
  is_spoilers: boolean;
  change: ClassChange | undefined;
  /** Whether the document had no viewers before. */
  isNew?: boolean;
}

/** An image with new viewers, and the members who get a copy: all viewers if the image had none before. */
export interface RevealedImage extends StaleImage {
  readers: AudienceMembers | 'all';
}

/**
 * Copies images before a change reveals them, because the store returns the time of writing. Images that stay hidden
 * are not copied: a new time would reveal them.
 */
@Injectable()
export class RevealedImages {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly images: ImageStore,
  ) {}

  /** Before the transaction: copying may take a while. */
  async prepare(reveal: Reveal): Promise<FreshImage[]> {
    return this.images.copies(await imagesToCopy(this.uow, reveal));
  }

  /** After it is written who sees them: from now on. @throws {DomainError} 409 when others are to be seen than were copied */
  async use(
    tx: Transaction,
    needed: readonly RevealedImage[],
    fresh: readonly FreshImage[],
  ): Promise<void> {
    const copies = new Map(fresh.map((one) => [one.of.s3_key, one]));
    const given = needed.map(({ s3_key, readers }) => {
      const copied = copies.get(s3_key);
      if (!copied) throw changedMeanwhile();
      return { ...copied, readers };
    });
    await this.images.assignCopies(tx, given);
  }
}

/** Images with new viewers after a change, and the new viewers. */
export async function imagesToCopy(
  db: SqlReader,
  { document, wasSpoilers, is_spoilers, change, isNew = false }: Reveal,
): Promise<RevealedImage[]> {
  const named = await changedImages(db, document, change);
  if (named.length === 0) return [];
  const members = await membersOfClasses(
    db,
    named.flatMap(({ before, after }) => [before, after]),
  );
  const seenBy = (image: string, when: 'before' | 'after') => {
    if (isNew && when === 'before') return NO_MEMBERS;
    const spoilers = { is_spoilers: when === 'before' ? wasSpoilers : is_spoilers };
    const all = named.filter((one) => one.image === image);
    return unionOfAll(all.map((one) => membersOfClass(one[when], spoilers, members)));
  };
  const gained = new Map<string, AudienceMembers | 'all'>();
  for (const image of new Set(named.map((one) => one.image))) {
    const before = seenBy(image, 'before');
    const readers = differenceOf(seenBy(image, 'after'), before);
    if (!isEmpty(readers)) gained.set(image, isEmpty(before) ? 'all' : readers);
  }
  if (gained.size === 0) return [];
  const images = await imagesById(db, document, [...gained.keys()]);
  return images.map((one) => ({ ...one, readers: gained.get(one.id) ?? 'all' }));
}
