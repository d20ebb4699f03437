import type { TransferPassage } from '@tomekeeper/campaign-files';
import type {
  ExportedFile,
  ExportedItem,
  ExportedNote,
  ExportSource,
} from '@tomekeeper/campaign-files/export';
import type { UnitOfWork } from '@tomekeeper/persistence';
import { tagsForViewer } from '../../access/shared-tags';
import { visibleDocuments, type VisibleDocument } from '../../access/visible-documents';
import { isPictureFile, playerPictureOf } from '../../storage/player-pictures';
import type { Exporter } from './exporter';
import { imageFiles, type ImageFile } from './exported-images';
import { exportedPassages } from './exported-note';
import { memberImages, type MemberImages } from './member-images';
import { exportedSections } from './sections';
import { hasComments } from './sections/comment-records';

/** The documents of one file of an export. */
export interface ExportPart {
  documents: readonly VisibleDocument[];
  isFirst: boolean;
  /** In bytes, without texts. */
  size: number;
}

/** Distributes the documents that a member sees, oldest first, over files of limited size. */
export async function exportParts(
  { uow, viewer }: Exporter,
  partBytes: number,
): Promise<ExportPart[]> {
  const documents = (await visibleDocuments(uow, viewer.scope)).reverse();
  const parts = [{ documents: [] as VisibleDocument[], size: 0, isFirst: true }];
  for (const document of documents) {
    const size = document.has_file ? document.size : 0;
    const last = parts.at(-1)!;
    if (last.documents.length > 0 && last.size + size > partBytes)
      parts.push({ documents: [document], size, isFirst: false });
    else {
      last.documents.push(document);
      last.size += size;
    }
  }
  return parts;
}

/**
 * One file of an export as a source of items.
 * @param check called before each item; throws when the export must end
 */
export async function exportSource(
  exporter: Exporter,
  { documents, isFirst }: ExportPart,
  about: Pick<ExportSource, 'campaign' | 'players'>,
  check: () => Promise<void>,
): Promise<ExportSource> {
  const notes = documents.filter(({ has_file }) => !has_file);
  const files = documents.filter(({ has_file }) => has_file);
  const ofNotes = await imageFiles(exporter.uow, exporter.viewer.scope, {
    notes: notes.map(({ id }) => id),
    files: new Set(files.map(({ id }) => id)),
  });
  const ofMembers =
    isFirst && exporter.format === 'archive' ? await memberImages(exporter) : NO_IMAGES;
  const images = [...ofNotes, ...ofMembers.files];
  const pictures = new Map(images.map(({ image, sourceId }) => [image, sourceId]));
  const inline = images.filter(({ file }) => file === undefined);
  const isGm = exporter.viewer.membership === null;
  const byId = new Map(documents.map((document) => [document.id, document]));
  /** Files whose text is in the export; complete before the sections are read. */
  const texts: VisibleDocument[] = [];
  return {
    ...about,
    viewer: isGm ? 'gm' : 'player',
    index: [...documents.map(toItem), ...inline.map(({ sourceId }) => inlineItem(sourceId))],
    notes: notesOf(exporter, notes, pictures, check),
    files: filesOf(exporter, { files, images, texts }, check),
    sections: exportedSections(exporter, {
      ...{ notes, texts, documents: byId, isFirst },
      images: { portraits: ofMembers.portraits, pictures },
    }),
  };
}

const NO_IMAGES: MemberImages = { files: [], portraits: new Map() };

const toItem = (document: VisibleDocument): ExportedItem => ({
  id: document.id,
  kind: document.has_file ? 'file' : 'note',
  title: document.original_filename,
  tags: tagsForViewer(document),
});

const inlineItem = (id: string): ExportedItem => ({
  ...{ id, kind: 'file', title: inlineName(id) },
  tags: [],
});

const inlineName = (sourceId: string): string => `${sourceId.replace('image:', 'picture-')}.webp`;

/** The passages that the exporter sees. @param pictureOf returns the source id of an image */
const passagesOf = (
  { uow, viewer, users }: Exporter,
  document: VisibleDocument,
  pictureOf: (image: string) => string | undefined,
): Promise<TransferPassage[]> =>
  exportedPassages({ uow, scope: viewer.scope, document, users, pictureOf });

async function* notesOf(
  exporter: Exporter,
  notes: readonly VisibleDocument[],
  pictures: ReadonlyMap<string, string>,
  check: () => Promise<void>,
): AsyncGenerator<ExportedNote> {
  for (const document of notes) {
    await check();
    const passages = await passagesOf(exporter, document, (image) => pictures.get(image));
    yield {
      ...propertiesOf(document),
      title: document.original_filename,
      ...(document.public_title !== null && { publicTitle: document.public_title }),
      aliases: document.aliases.map(({ name, audience }) => ({ name, audience })),
      passages,
    };
  }
}

/** @param given `texts` receives the files with a text */
async function* filesOf(
  exporter: Exporter,
  given: {
    files: readonly VisibleDocument[];
    images: readonly ImageFile[];
    texts: VisibleDocument[];
  },
  check: () => Promise<void>,
): AsyncGenerator<ExportedFile> {
  const { uow, store, viewer } = exporter;
  const { files, images, texts } = given;
  const embedded = new Set(images.flatMap(({ file }) => file ?? []));
  for (const document of files) {
    await check();
    const object = await objectOf(uow, document);
    const opened = object && (await store.open(object.s3_key));
    // A picture for players is not ready yet, or its object was removed in this moment.
    if (!opened) continue;
    const passages = await textOfFile(exporter, document);
    if (passages) texts.push(document);
    yield {
      ...propertiesOf(document),
      ...(passages && { passages, isPublic: isPublicWith(document, passages) }),
      ...(document.public_title !== null && { publicTitle: document.public_title }),
      ...{ name: document.original_filename, contentType: object.content_type },
      ...{ size: opened.size, body: opened.body as AsyncIterable<Buffer> },
      isEmbedded: embedded.has(document.id),
    };
  }
  for (const { sourceId, file, s3_key } of images) {
    if (file !== undefined) continue;
    await check();
    const opened = await store.open(s3_key);
    if (!opened) continue;
    yield {
      ...{ sourceId, name: inlineName(sourceId), contentType: 'image/webp', tags: [] },
      ...{ size: opened.size, body: opened.body as AsyncIterable<Buffer> },
      // Players see all of their export.
      ...{ isPublic: viewer.membership !== null, isEmbedded: true, isInline: true },
    };
  }
}

/** The text of a file, which extraction cannot restore if passages have audiences or comments. */
async function textOfFile(
  exporter: Exporter,
  document: VisibleDocument,
): Promise<TransferPassage[] | undefined> {
  if (exporter.format !== 'archive' || document.text_state !== 'ready') return undefined;
  if (document.audiences === null && !(await hasComments(exporter, document.id))) return undefined;
  return passagesOf(exporter, document, () => undefined);
}

/** A file that players do not get stays withheld after an import if the text says which passages are hidden. */
const isPublicWith = (
  { is_spoilers, is_withheld }: VisibleDocument,
  passages: readonly TransferPassage[],
): boolean =>
  !is_spoilers &&
  (!is_withheld || passages.some(({ audience }) => audience !== undefined && audience !== 'party'));

/** GMs get the original; players get the re-encoded copy of a picture, as when they open it. */
async function objectOf(
  uow: UnitOfWork,
  document: VisibleDocument,
): Promise<Pick<VisibleDocument, 's3_key' | 'content_type'> | undefined> {
  const { is_managed, s3_key, content_type, original_filename } = document;
  if (is_managed) return document;
  const picture = await playerPictureOf(uow, s3_key);
  if (!picture && !isPictureFile(content_type, original_filename)) return document;
  return picture?.state === 'ready' ? picture : undefined;
}

const propertiesOf = (document: VisibleDocument) => ({
  sourceId: document.id,
  tags: tagsForViewer(document),
  // Players do not get the file of a Public document with hidden passages: an import must not publish them.
  isPublic: !document.is_spoilers && !document.is_withheld,
  ...(document.category !== null && { category: document.category }),
  ...(document.is_managed && document.pinned && { pinned: true }),
});
