import { isDeepStrictEqual } from 'node:util';
import { writtenPassages, type StoredPassage } from '../../passages/editing/edit-passages';
import type { Transaction } from '@tomekeeper/persistence';
import { addImages, imagesOf, type MadeImage } from '../../extraction-jobs/images';
import { storeSourceText } from '../../extraction-jobs/stored-texts';
import { insertNewNote } from '../../notes/add-note';
import type { Merged, WrittenPassage } from '../../notes/saving/merge';
import { lockNote, writeNote, type LockedNote } from '../../notes/saving/write-note';
import { markObjectUsed } from '../../storage/unused-objects';
import type { ImportedPassage } from '../extraction/child/import-lines';
import type { SavedItem } from './saved-items';
import type { ImportedPassageIds, SavedPassage } from './imported-passage-ids';
import { importedText, type ImportedImage, type TextTargets } from './imported-text';

export interface NoteToSave {
  campaign: string;
  by: string;
  item: SavedItem;
  passages: readonly ImportedPassage[];
  documents: TextTargets['documents'];
  ids: ImportedPassageIds;
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
    properties: { tags: item.tags, pinned: item.pinned, aliases: item.aliases },
    passages: await textOf(note, images),
    hidden: hiddenIn(note),
    key: undefined,
  });
}

/** Adds the text that a new file had in the source. Passages with an own audience are hidden, as those of a note. */
export async function addFileText(tx: Transaction, file: NoteToSave): Promise<void> {
  const { campaign, by, item } = file;
  await storeSourceText(tx, {
    ...{ document: item.document, campaign, by, is_spoilers: item.is_spoilers },
    passages: await textOf(file, new Map()),
    hidden: hiddenIn(file),
  });
}

const hiddenIn = ({ passages }: NoteToSave): number[] =>
  passages.flatMap(({ audience }, at) => (audience === undefined ? [] : [at]));

/** Adds the images of a new note. After its reveals: their objects were written for this import, so all its viewers may get them. */
export async function addImportedImages(
  tx: Transaction,
  { campaign, item, images }: NoteToSave,
): Promise<void> {
  const { document } = item;
  await useImages(tx, { document, campaign }, [...images.values()]);
  await markImagesFresh(tx, document);
}

/** The images of a document count as written after its reveals. */
export async function markImagesFresh(tx: Transaction, document: string): Promise<void> {
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
  const passages = await textOf(note, images);
  const locked = await lockNote(tx, document);
  const matches = await note.ids.matches(document);
  const merged = await replacement(tx, locked, { passages, matches });
  await writeNote(tx, locked, merged, { by, title: item.title, isAlone: true });
}

async function replacement(
  tx: Transaction,
  { before: { id: document }, living }: LockedNote,
  given: { passages: readonly StoredPassage[]; matches: readonly SavedPassage[] },
): Promise<Merged> {
  const ids = living.map(({ id }) => id);
  const classes = new Map(living.map((one) => [one.id, one.audience_class]));
  const words = new Map((await writtenPassages(tx, document, ids)).map((one) => [one.id, one]));
  const puts = new Map<string, WrittenPassage>();
  const narrowed = new Map<string, string | null>();
  for (const [at, { id, isNew, audience_class }] of given.matches.entries()) {
    const written = { ...given.passages[at]!, id };
    const was = isNew ? undefined : words.get(id);
    if (!was || !isSame(was, written)) puts.set(id, { written, audience_class, isNew: !was });
    else if (classes.get(id) !== audience_class) narrowed.set(id, audience_class);
  }
  const order = given.matches.map(({ id }) => id);
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

async function textOf(
  { item, passages, documents, ids }: NoteToSave,
  images: ReadonlyMap<string, Pick<MadeImage, 'id' | 'width' | 'height'>>,
): Promise<StoredPassage[]> {
  const passageOf = await ids.targetsOf(passages);
  return importedText(item.document, passages, { documents, passageOf, images: toImages(images) });
}

const isSame = (one: StoredPassage, other: StoredPassage): boolean =>
  one.kind === other.kind &&
  one.depth === other.depth &&
  (one.level ?? null) === (other.level ?? null) &&
  one.text === other.text &&
  isDeepStrictEqual(one.content, other.content);

export const toImages = (
  images: ReadonlyMap<string, Pick<MadeImage, 'id' | 'width' | 'height'>>,
): Map<string, ImportedImage> =>
  new Map(
    [...images].map(([source, { id: image, width, height }]) => [source, { image, width, height }]),
  );

export async function useImages(
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
