import { randomUUID } from 'node:crypto';
import { mediaTypeOf } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

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

/** Has the worker look at the object of a document once more: under its new name it may be a picture. */
export async function requeuePicture(tx: Transaction, document: string): Promise<void> {
  await tx.query('UPDATE document SET pictured_key = NULL WHERE id = $1', [document]);
}

/** The copy of the picture that this object holds; undefined where no worker has noticed the object as a picture. */
export async function playerPictureOf(
  db: SqlReader,
  sourceKey: string,
): Promise<PlayerPicture | undefined> {
  const [row] = await db.query<PlayerPictureRow>(
    `SELECT state, picture_key, content_type FROM picture WHERE source_key = $1 AND form = 'player'`,
    [sourceKey],
  );
  if (!row) return undefined;
  if (row.state !== 'ready') return { state: row.state };
  return { state: 'ready', s3_key: row.picture_key!, content_type: row.content_type! };
}

export const newPictureKey = (): string => `pictures/${randomUUID()}`;
