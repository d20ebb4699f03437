import { isDeepStrictEqual } from 'node:util';
import {
  livingPassages,
  writtenPassages,
  type StoredPassage,
} from '../../passages/editing/edit-passages';
import { linkTargets, matchPassages } from '../../passages/editing/passage-matching';
import type { Transaction } from '@tomekeeper/persistence';
import { isSecret } from '../../passages/content/secret';
import { addImages, imagesOf, type MadeImage } from '../../extraction-jobs/images';
import { wasEverHidden } from '../../extraction-jobs/extractions';
import { insertNewNote } from '../../notes/add-note';
import type { Merged, WrittenPassage } from '../../notes/saving/merge';
import { lockNote, writeNote } from '../../notes/saving/write-note';
import { markObjectUsed } from '../../storage/unused-objects';
import type { ImportedPassage } from '../extraction/child/import-lines';
import type { SavedItem } from '../review/import-items';
import { importedText, type ImportedImage, type TextTargets } from './imported-text';

export interface NoteToSave {
  campaign: string;
  by: string;
  item: SavedItem;
  passages: readonly ImportedPassage[];
  documents: TextTargets['documents'];
  /** By the source id of the picture. */
  images: ReadonlyMap<string, MadeImage>;
}

/** Adds an imported note. Passages with an own audience are hidden until {@link revealImportedPassages}. */
export async function addImportedNote(tx: Transaction, note: NoteToSave): Promise<void> {
  const { campaign, by, item, images } = note;
  const { document } = item;
  await insertNewNote(tx, {
    ...{ document, campaign, by, title: item.title, is_spoilers: item.is_spoilers },
    category: item.category ?? undefined,
    passages: importedText(document, note.passages, { ...note, images: toImages(images) }),
    hidden: note.passages.flatMap(({ audience }, at) => (audience === undefined ? [] : [at])),
    key: undefined,
  });
}

/** Adds the images of a new note. After its reveals: their objects were written for this import, so all its viewers may get them. */
export async function addImportedImages(
  tx: Transaction,
  { campaign, item, images }: NoteToSave,
): Promise<void> {
  const { document } = item;
  await useImages(tx, { document, campaign }, [...images.values()]);
  await tx.query('UPDATE passage_image SET fresh_at = clock_timestamp() WHERE document_id = $1', [
    document,
  ]);
}

/**
 * Replaces the text of the note of an earlier import. Passages that match keep their id and audience; new ones follow the rules of
 * a new extraction.
 */
export async function replaceImportedNote(tx: Transaction, note: NoteToSave): Promise<void> {
  const { campaign, by, item } = note;
  const { document } = item;
  const place = { document, campaign };
  // Pictures that the note shows already keep their images.
  const known = new Map((await imagesOf(tx, document)).map((image) => [image.made_of, image]));
  const added = [...note.images.values()].filter(({ made_of }) => !known.has(made_of));
  const images = new Map(
    [...note.images].map(([source, image]) => [source, known.get(image.made_of) ?? image]),
  );
  await useImages(tx, place, added);
  const passages = importedText(document, note.passages, { ...note, images: toImages(images) });
  const locked = await lockNote(tx, document);
  const merged = await replacement(
    tx,
    { document, is_spoilers: locked.before.is_spoilers },
    passages,
  );
  await writeNote(tx, locked, merged, { by, title: item.title, isAlone: true });
}

async function replacement(
  tx: Transaction,
  { document, is_spoilers }: { document: string; is_spoilers: boolean },
  passages: readonly StoredPassage[],
): Promise<Merged> {
  const living = await livingPassages(tx, document);
  const ids = living.map(({ id }) => id);
  const classes = new Map(living.map((one) => [one.id, one.audience_class]));
  const before = await writtenPassages(tx, document, ids);
  const words = new Map(before.map((one) => [one.id, one]));
  const everHidden = await wasEverHidden(tx, document);
  const matches = matchPassages(
    before.map((one) => ({
      ...toMatch(one),
      id: one.id,
      audience_class: classes.get(one.id) ?? null,
    })),
    passages.map(toMatch),
    { everHidden, is_spoilers },
  );
  const puts = new Map<string, WrittenPassage>();
  const narrowed = new Map<string, string | null>();
  const order = passages.map((written, at) => {
    const { id: known, audience_class = null } = matches[at] ?? {};
    const id = known ?? written.id!;
    const was = known === undefined ? undefined : words.get(known);
    if (!was || !isSame(was, written)) puts.set(id, { written, audience_class, isNew: !was });
    else if (classes.get(id) !== audience_class) narrowed.set(id, audience_class);
    return id;
  });
  const staying = new Set(order);
  const isMoved =
    order.filter((id) => classes.has(id)).join() !== ids.filter((id) => staying.has(id)).join();
  return {
    order,
    puts,
    narrowed,
    placed: new Set(isMoved ? order : order.filter((id) => !classes.has(id))),
    removed: ids.filter((id) => !staying.has(id)),
    clashes: [],
    shown: new Set(),
  };
}

const toMatch = ({ kind, text, content }: StoredPassage) => ({
  ...{ kind, text, image: content.image ?? null, leads: linkTargets(content) },
  isSecret: isSecret({ content }),
});

const isSame = (one: StoredPassage, other: StoredPassage): boolean =>
  one.kind === other.kind &&
  one.depth === other.depth &&
  (one.level ?? null) === (other.level ?? null) &&
  one.text === other.text &&
  isDeepStrictEqual(one.content, other.content);

const toImages = (
  images: ReadonlyMap<string, Pick<MadeImage, 'id' | 'width' | 'height'>>,
): Map<string, ImportedImage> =>
  new Map(
    [...images].map(([source, { id: image, width, height }]) => [source, { image, width, height }]),
  );

async function useImages(
  tx: Transaction,
  place: { document: string; campaign: string },
  images: readonly MadeImage[],
): Promise<void> {
  if (images.length === 0) return;
  await markObjectUsed(
    tx,
    images.map(({ s3_key }) => s3_key),
  );
  await addImages(tx, place, images);
}
