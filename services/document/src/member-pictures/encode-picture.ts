import { notAPicture } from '../model/document.errors';
import { ChildFailed } from '../sandbox/child-process';
import type { InteractiveRequest } from '../sandbox/interactive-processes';
import type { InteractiveThumbnails } from '../thumbnails/interactive-thumbnails';
import type { MadePicture, PictureForm } from '../thumbnails/make-thumbnail';
import { pictureTooLarge, pictureTooSlow } from './member-picture.errors';
import { requireImage, type UploadedImage } from './uploaded-image';

/**
 * Re-encodes the image in a request, without metadata.
 * @throws {DomainError} 409 if it is no image, 413 if it is too large, 503 if it takes too long
 */
export async function encodePicture(
  thumbnails: InteractiveThumbnails,
  request: InteractiveRequest,
  { image, form }: { image: UploadedImage | undefined; form: PictureForm },
): Promise<Exclude<MadePicture, { refused: unknown }>> {
  const file = requireImage(image);
  try {
    const made = await thumbnails.makeOfBody(request, file, form);
    if ('refused' in made) throw made.refused === 'too_large' ? pictureTooLarge() : notAPicture();
    return made;
  } catch (error) {
    if (!(error instanceof ChildFailed)) throw error;
    throw error.why === 'took too long' ? pictureTooSlow() : notAPicture();
  }
}
