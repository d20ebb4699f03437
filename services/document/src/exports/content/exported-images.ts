import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../../memberships/campaign-memberships';
import { visibleImages } from '../../passages/visible/visible-images';

/** An image of a text as a file of an export. */
export interface ImageFile {
  image: string;
  s3_key: string;
  sourceId: string;
  /** The picture document that an import showed in the text, if the exporter sees it; the export contains its file. */
  file: string | undefined;
}

const SOURCE = /^document:([0-9a-f-]{36})$/;

/** Images that the exporter sees in these notes. */
export async function imageFiles(
  db: SqlReader,
  scope: Scope,
  { notes, files }: { notes: readonly string[]; files: ReadonlySet<string> },
): Promise<ImageFile[]> {
  const images: ImageFile[] = [];
  for (const note of notes) {
    const seen = await visibleImages(db, scope, note, undefined, PASSAGE_LIMITS.images);
    if (seen.length === 0) continue;
    const sources = await sourcesOf(
      db,
      note,
      seen.map(({ id }) => id),
    );
    for (const { id: image, s3_key } of seen) {
      const [, document = ''] = SOURCE.exec(sources.get(image) ?? '') ?? [];
      const file = files.has(document) ? document : undefined;
      images.push({ image, s3_key, file, sourceId: file ?? `image:${image}` });
    }
  }
  return images;
}

async function sourcesOf(
  db: SqlReader,
  document: string,
  images: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; made_of: string }>(
    'SELECT id, made_of FROM passage_image WHERE document_id = $1 AND id = ANY ($2::uuid[])',
    [document, images],
  );
  return new Map(rows.map(({ id, made_of }) => [id, made_of]));
}
