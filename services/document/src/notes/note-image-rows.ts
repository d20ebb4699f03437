import { PASSAGE_LIMITS, type AddImageAnswer } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { imagesBeside, imagesOf, type PassageImage } from '../extraction-jobs/images';

/** A note that gets a picture. */
export interface NoteRef {
  document: string;
  /** For a player's note the membership of its author. */
  campaign: string;
}

/** The image of a note that an earlier call with the same key created. */
export async function findAddedImage(
  db: SqlReader,
  document: string,
  key: string,
): Promise<PassageImage | undefined> {
  return (await imagesOf(db, document)).find(({ made_of }) => made_of === key);
}

export const toAddedImage = ({
  id,
  width,
  height,
}: Pick<PassageImage, 'id' | 'width' | 'height'>): AddImageAnswer => ({ image: id, width, height });

/**
 * @param more bytes of the new picture
 * @throws {DomainError} 409 if the note or the campaign has no room for it
 */
export async function requireImageRoom(db: SqlReader, place: NoteRef, more = 0): Promise<void> {
  const own = await imagesOf(db, place.document);
  const bytes = own.reduce((sum, one) => sum + one.bytes, more);
  const isFull =
    own.length >= PASSAGE_LIMITS.images ||
    bytes > PASSAGE_LIMITS.imageBytes ||
    (await imagesBeside(db, place)) + own.length >= PASSAGE_LIMITS.imagesPerCampaign;
  if (isFull) throw tooManyImages();
}

const tooManyImages = () =>
  new DomainError(
    'conflict',
    'document.too_many_images',
    'There is no room for more pictures in this note. Remove one first, or go on in another note.',
  );
