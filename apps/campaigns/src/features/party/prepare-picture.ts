import { NO_PICTURE, PictureProblem } from '../campaigns-api/picture-file';

/** Twice the side that the server stores, in pixels. */
const SIDE = 640;

/** A square picture, cut and scaled in the browser. */
export interface PreparedPicture {
  file: Blob;
  /** A `data:` URL, which the content security policy allows in images. */
  preview: string;
}

/**
 * Cuts a picture to its central square and scales it down, so that photos of any size upload quickly and their metadata stays on
 * the device.
 * @throws {PictureProblem} if the browser cannot decode the file
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const image = await createImageBitmap(file).catch(() => undefined);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!image || !context) throw new PictureProblem(NO_PICTURE);
  canvas.width = SIDE;
  canvas.height = SIDE;
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  // Browsers without a WebP encoder create a PNG.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9));
  if (!blob) throw new PictureProblem(NO_PICTURE);
  return { file: blob, preview: canvas.toDataURL('image/webp', 0.9) };
}
