import type { ImportFormat } from '@tomekeeper/contracts-document';
import { ExtractionError } from '@tomekeeper/text-extraction';
import { MANIFEST_PATH } from '../archive-format/paths';
import { ADVENTURE_PATH } from '../foundry-format/paths';
import { ImportError } from '../model';
import type { Container, ContainerEntry } from './container/container';
import { EntryError } from './container/entry-error';
import { extensionOf } from './container/entry-path';
import { readJournals } from './foundry/foundry-reader';
import { readBytes } from './read-text';
import { isNotionPath } from './notion/notion-names';
import { textFormatOf } from './markdown/markdown-reader';

/** JSON files that detection reads. */
const MAX_JSON_FILES = 2000;
const MAX_JSON = 8 * 1024 * 1024;
const WORLD_ANVIL = [
  /"template"\s*:/,
  /"content"\s*:\s*"[^"]*\[(?:b|i|p|h[1-6]|url|img|section|container)[\]:=]/,
];

/**
 * Detects the format by the names and content of the entries.
 * @param chosen the format that the user chose
 * @throws {ImportError} `unsupported` for formats of other programs, and when nothing in the import has the chosen format
 */
export async function detectFormat(
  { entries }: Container,
  chosen: ImportFormat | undefined,
): Promise<ImportFormat> {
  const paths = entries.map(({ path }) => path);
  if (isKanka(paths)) throw new ImportError('unsupported');
  const has = (is: (path: string) => boolean) => paths.some(is);
  const isMarkdown = (path: string) => textFormatOf(path) === 'markdown';
  const isHtml = (path: string) => textFormatOf(path) === 'html';
  const count = (is: (path: string) => boolean) => paths.filter(is).length;
  if (chosen) {
    const fits: Record<ImportFormat, () => boolean | Promise<boolean>> = {
      tomekeeper: () => paths.includes(MANIFEST_PATH),
      notion: () => has(isNotionPath),
      foundry: async () => (await jsonKind(entries)) === 'foundry',
      obsidian: () => has(isMarkdown),
      html: () => has(isHtml),
      files: () => true,
    };
    if (await fits[chosen]()) return chosen;
    throw new ImportError('unsupported');
  }
  if (paths.includes(MANIFEST_PATH)) return 'tomekeeper';
  const adventure = entries.filter(({ path }) => path === ADVENTURE_PATH);
  if ((await jsonKind(adventure)) === 'foundry') return 'foundry';
  const texts = count(isMarkdown) + count(isHtml);
  if (count(isNotionPath) * 2 > texts && has(isNotionPath)) return 'notion';
  if (count((path) => extensionOf(path) === 'json') > texts) {
    const kind = await jsonKind(entries);
    if (kind === 'foundry') return 'foundry';
    if (kind === 'world_anvil' && texts === 0) throw new ImportError('unsupported');
  }
  if (has(isMarkdown)) return 'obsidian';
  if (has(isHtml)) return 'html';
  if (has((path) => extensionOf(path) === 'lk')) throw new ImportError('unsupported');
  return 'files';
}

const isKanka = (paths: readonly string[]): boolean =>
  paths.includes('campaign.json') && paths.includes('settings/modules.json');

async function jsonKind(
  entries: readonly ContainerEntry[],
): Promise<'foundry' | 'world_anvil' | undefined> {
  const files = entries.filter(({ path }) => extensionOf(path) === 'json').slice(0, MAX_JSON_FILES);
  let isWorldAnvil = false;
  for (const entry of files)
    try {
      if (await readJournals(entry)) return 'foundry';
      if (isWorldAnvil) continue;
      const text = (await readBytes(entry, MAX_JSON)).toString();
      isWorldAnvil = WORLD_ANVIL.every((pattern) => pattern.test(text));
    } catch (error) {
      if (!(error instanceof EntryError) && !(error instanceof ExtractionError)) throw error;
      // The reader reports the reason.
      if (entries.length === 1 && error.reason === 'too_large') return 'foundry';
    }
  return isWorldAnvil ? 'world_anvil' : undefined;
}
