import { createHash } from 'node:crypto';
import { ZodError } from 'zod';
import {
  ARCHIVE_FORMAT,
  fileRecord,
  fileTextRecord,
  manifest,
  noteRecord,
  type FileRecord,
  type Manifest,
} from '../../archive-format/records';
import {
  FILES_FOLDER,
  FILES_PATH,
  MANIFEST_PATH,
  NOTES_FOLDER,
  passagesPath,
  sectionPath,
  sha256,
  textPath,
} from '../../archive-format/paths';
import { SECTION_RECORDS, type SectionRecords } from '../../archive-format/sections';
import { fitInNote, recordOfPassage } from '../../archive-format/passage-records';
import { itemLink } from '../../item-link';
import type { TransferPassage } from '../../model';
import type { BlockOptions } from '../markdown';
import { externalTarget } from '../markdown';
import { ItemPaths } from '../names/item-paths';
import { writeFrontMatter } from '../notes/front-matter';
import { writeNote } from '../notes/note-markdown';
import { requirePath, type ExportedFile, type ExportedNote, type ExportSource } from '../source';
import type { ZipWriter } from '../zip/zip-writer';

/** Writes the archive of the format `tomekeeper`, which the README describes. */
export async function writeCampaignArchive(source: ExportSource, zip: ZipWriter): Promise<void> {
  const paths = new ItemPaths(source.index, {
    notes: NOTES_FOLDER,
    files: FILES_FOLDER,
    hasFileFolders: true,
  });
  await zip.addText(MANIFEST_PATH, asJson(manifestOf(source)));
  for await (const note of source.notes) await addNote(note, { source, paths, zip });
  const files: FileRecord[] = [];
  for await (const file of source.files) files.push(await addFile(file, paths, zip));
  await zip.addText(FILES_PATH, asJson(files));
  for (const section of source.sections) await zip.add(sectionPath(section.name), linesOf(section));
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const manifestOf = ({ campaign, viewer }: ExportSource): Manifest =>
  manifest.parse({
    format: ARCHIVE_FORMAT,
    campaign: {
      title: campaign.title,
      game_system: campaign.gameSystem,
      description: campaign.description,
    },
    viewer,
  });

async function addNote(
  note: ExportedNote,
  { source, paths, zip }: { source: ExportSource; paths: ItemPaths; zip: ZipWriter },
): Promise<void> {
  const path = requirePath(paths.pathOf(note.sourceId), note.sourceId);
  const markdown = frontMatter(note) + writeNote(note, source.players, linksFrom(path, paths));
  const record = noteRecord.parse({
    id: note.sourceId,
    title: note.title,
    public_title: note.publicTitle,
    tags: note.tags,
    audience: note.isPublic ? 'party' : 'gm',
    category: note.category,
    pinned: note.pinned || undefined,
    aliases: note.aliases,
    markdown: { path, sha256: sha256(markdown) },
    passages: recordsOf(note.passages, paths),
  });
  await zip.addText(path, markdown);
  await zip.addText(passagesPath(note.sourceId), `${JSON.stringify(record)}\n`);
}

const frontMatter = (note: ExportedNote): string =>
  writeFrontMatter({
    id: note.sourceId,
    title: note.title,
    public_title: note.publicTitle,
    audience: note.isPublic ? 'party' : 'gm',
    tags: note.tags,
    aliases: note.aliases.map(({ name, audience }) => ({ name, audience })),
    category: note.category,
    pinned: note.pinned || undefined,
  });

/** Links to other items have relative addresses. */
function linksFrom(path: string, paths: ItemPaths): Partial<BlockOptions> {
  return {
    targetOf: (href) => {
      const link = itemLink(href);
      if (!link) return externalTarget(href);
      const address = paths.relativePath(path, link.id);
      return address === undefined ? undefined : { address };
    },
    addressOf: (picture) => (picture === undefined ? undefined : paths.relativePath(path, picture)),
  };
}

async function addFile(file: ExportedFile, paths: ItemPaths, zip: ZipWriter): Promise<FileRecord> {
  const path = requirePath(paths.pathOf(file.sourceId), file.sourceId);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of file.body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await zip.add(path, hashed(), file);
  const text = file.passages && asText(file.passages, paths);
  if (text !== undefined) await zip.addText(textPath(file.sourceId), text);
  return fileRecord.parse({
    id: file.sourceId,
    path,
    name: file.name,
    content_type: file.contentType,
    tags: file.tags,
    audience: file.isPublic && (file.passages === undefined || text !== undefined) ? 'party' : 'gm',
    category: file.category,
    pinned: file.pinned || undefined,
    embedded: file.isEmbedded || undefined,
    inline: file.isInline || undefined,
    public_title: file.publicTitle,
    text: text === undefined ? undefined : { sha256: sha256(text) },
    sha256: hash.digest('hex'),
  });
}

/** @returns undefined for a text that exceeds the limits of notes */
function asText(passages: readonly TransferPassage[], paths: ItemPaths): string | undefined {
  try {
    const record = fileTextRecord.parse({ passages: recordsOf(passages, paths) });
    return fitInNote(record.passages) ? `${JSON.stringify(record)}\n` : undefined;
  } catch (error) {
    if (error instanceof ZodError) return undefined;
    throw error;
  }
}

const recordsOf = (passages: readonly TransferPassage[], paths: ItemPaths) =>
  passages.map((passage) => recordOfPassage(passage, (id) => paths.pathOf(id) !== undefined));

async function* linesOf({ name, records }: SectionRecords): AsyncGenerator<Buffer> {
  for await (const record of records)
    yield Buffer.from(`${JSON.stringify(SECTION_RECORDS[name].parse(record))}\n`);
}
