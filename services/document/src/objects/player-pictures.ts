import { randomUUID } from 'node:crypto';
import { mediaTypeOf } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';

// Players never get the uploaded file of a picture: cameras and editors store places, names and earlier states in the file.
// Players get a copy that the worker encodes from the pixels.

const IMAGE_ENDING = /\.(jpe?g|jfif|png|gif|webp|avif|heic|heif|tiff?|bmp|ico|svgz?|jxl|psd|dng)$/i;

/** Whether a file is a picture by its media type or, because browsers do not know every type, by its name. */
export const isPictureFile = (contentType: string, fileName: string): boolean =>
  mediaTypeOf(contentType).startsWith('image/') || IMAGE_ENDING.test(fileName);

/** The copy of a picture that players get. */
export type PlayerPicture =
  | { state: 'waiting' | 'refused' | 'failed' }
  | { state: 'ready'; s3_key: string; content_type: string };

interface PlayerPictureRow {
  state: PlayerPicture['state'];
  picture_key: string | null;
  content_type: string | null;
}

/** The copy of the picture that this object holds. A picture that no worker has noticed yet is waiting. */
export async function playerPictureOf(db: SqlReader, sourceKey: string): Promise<PlayerPicture> {
  const [row] = await db.query<PlayerPictureRow>(
    `SELECT state, picture_key, content_type FROM picture WHERE source_key = $1 AND form = 'player'`,
    [sourceKey],
  );
  if (!row) return { state: 'waiting' };
  if (row.state !== 'ready') return { state: row.state };
  return { state: 'ready', s3_key: row.picture_key!, content_type: row.content_type! };
}

export const newPictureKey = (): string => `pictures/${randomUUID()}`;
