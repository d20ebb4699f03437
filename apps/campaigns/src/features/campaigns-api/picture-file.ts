/** Accepted image types. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

export const NO_PICTURE =
  'This file is not a supported picture. Choose a PNG, JPEG, WebP, GIF or AVIF.';

/** A picture that cannot be used, with a message for the user. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
}
