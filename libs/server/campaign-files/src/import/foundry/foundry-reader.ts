import { unescapeCommands } from '../../foundry-format/commands';
import { isAsset, README_PATH, README_TITLE } from '../../foundry-format/paths';
import type { ContainerEntry } from '../container/container';
import { EntryError } from '../container/entry-error';
import { baseName, foldersOf, withoutExtension } from '../container/entry-path';
import type { DraftPassage } from '../links/lay-out';
import { textReader } from '../markdown/markdown-reader';
import { readBytes, readPassages } from '../read-text';
import { ExtractionError } from '@tomekeeper/text-extraction';
import type { NoteEvent, NoteReader, SourceNote } from '../source-note';
import { itemTags } from '../tags';
import { titleOf } from '../titles';
import {
  entryIdOf,
  isPagePublic,
  journalsIn,
  type JournalEntry,
  type JournalPage,
  type Journals,
} from './journal';
import { openRevealedSecrets } from './revealed-secrets';
import { FoundryLinks } from './text-links';

/** Bytes of one JSON file, which is in memory as a whole. */
const MAX_JSON = 24 * 1024 * 1024;
/** UTF-16 units. */
const MAX_PATH = 1000;
const JOURNAL_KEY = /"(?:pages|journals?|entries|documents)"\s*:/;
const MARKDOWN = 2;

/**
 * @returns undefined for other JSON
 * @throws {EntryError}
 */
export async function readJournals(entry: ContainerEntry): Promise<Journals | undefined> {
  const bytes = await readBytes(entry, MAX_JSON).catch((error: unknown) => {
    throw error instanceof ExtractionError ? new EntryError('too_large', { cause: error }) : error;
  });
  const text = bytes.toString();
  if (text === '') throw new EntryError('empty');
  if (!JOURNAL_KEY.test(text)) return undefined;
  try {
    return journalsIn(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
}

const isJson = (path: string): boolean => /\.json$/i.test(path);

/** Reads journals of Foundry VTT, one note for each page of text. Markdown, HTML and plain text become notes as well. */
export const foundryReader: NoteReader = {
  reads: (path) => !isAsset(path) && (isJson(path) || textReader.reads(path)),
  foldersOf: (path) => (isAsset(path) ? [] : foldersOf(path)),
  async *notesOf(entry) {
    if (await isReadme(entry)) return;
    if (!isJson(entry.path)) {
      yield* textReader.notesOf(entry);
      return;
    }
    const journals = await readJournals(entry);
    // Actors, items and settings lie next to journals.
    if (!journals) throw new EntryError('unsupported');
    for (const [index, each] of journals.entries.entries())
      yield* pagesOf(entry, each, index, journals);
  },
};

/** Whether a file contains the instructions of an export. */
const isReadme = async (entry: ContainerEntry): Promise<boolean> =>
  baseName(entry.path) === README_PATH &&
  (await readBytes(entry)).toString().startsWith(README_TITLE);

function* pagesOf(
  file: ContainerEntry,
  entry: JournalEntry,
  index: number,
  { foldersOf: foldersAround, entries }: Journals,
): Generator<NoteEvent> {
  const fileName = withoutExtension(baseName(file.path));
  const known = entries.length > 1 && !entry._id ? undefined : entryIdOf(entry, fileName);
  const entryId = known ?? (entries.length > 1 ? `${file.path}.${index + 1}` : file.path);
  const title = titleOf(entry.name, fileName);
  const isSingle = entry.pages.length === 1;
  const folders = [...foldersAround(entry.folder), ...(isSingle ? [] : [title])];
  const pages = [...entry.pages].sort((one, other) => one.sort - other.sort);
  for (const [at, page] of pages.entries()) {
    const id = `${entryId}.${page._id ?? at + 1}`;
    const name = isSingle ? title : titleOf(page.name, title);
    const path = [...folders, name].join('/').slice(0, MAX_PATH);
    // A link to an entry opens its first page.
    const ids = [id, ...(at === 0 ? [entryId] : [])];
    const isPublic = isPagePublic(entry, page);
    if (page.text && sourceOf(page).trim() !== '') {
      try {
        yield { note: noteOf(page, { id, ids, entryId, name, path, folders, isPublic }) };
      } catch (error) {
        if (!(error instanceof ExtractionError)) throw error;
        yield { problem: { path, reason: error.reason === 'too_large' ? 'too_large' : 'damaged' } };
      }
    } else if (page.type === 'text') yield { problem: { path, reason: 'empty' } };
    else if (page.src) yield { file: { path: decoded(page.src), id, isPublic } };
    else yield { problem: { path, reason: 'unsupported' } };
  }
}

const isMarkdown = ({ text }: JournalPage): boolean =>
  text?.format === MARKDOWN && (text.markdown ?? '') !== '';

const sourceOf = (page: JournalPage): string =>
  (isMarkdown(page) ? page.text?.markdown : page.text?.content) ?? '';

interface PagePlace {
  id: string;
  ids: string[];
  entryId: string;
  name: string;
  path: string;
  folders: string[];
  isPublic: boolean;
}

function noteOf(page: JournalPage, place: PagePlace): SourceNote {
  const source = sourceOf(page);
  const links = new FoundryLinks(place.entryId);
  const options = { mapText: links.mapText, isFromRoot: true };
  return {
    sourceId: place.id,
    path: place.path,
    title: place.name,
    aliases: [],
    ...itemTags(place.folders),
    isPublic: place.isPublic,
    ids: place.ids,
    source,
    passages: readPassages(
      openRevealedSecrets(source),
      isMarkdown(page) ? 'markdown' : 'html',
      options,
    ).map((passage) => (passage.kind === 'image' ? withPlainWords(passage) : passage)),
    unresolved: links.unresolved,
  };
}

/** The alternative text of an image is no text that `mapText` maps. */
function withPlainWords({ content, ...passage }: DraftPassage): DraftPassage {
  const text = unescapeCommands(passage.text);
  return { ...passage, text, content: { ...content, ...(text !== '' && { inlines: [{ text }] }) } };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
