import { DOCUMENT_CATEGORIES, type DocumentCategory } from '@tomekeeper/contracts-document';
import { parse } from 'yaml';

export interface FrontMatter {
  title?: string | undefined;
  aliases: string[];
  tags: string[];
  category?: DocumentCategory | undefined;
}

/** UTF-16 units. */
const MAX_LENGTH = 64 * 1024;
const MAX_YAML_ALIASES = 50;
const BLOCK = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** The properties of a Markdown file. Broken YAML, or YAML that is too long, has none. `publish` is ignored: its readers are others. */
export function readFrontMatter(text: string): FrontMatter {
  const source = BLOCK.exec(text.slice(0, MAX_LENGTH))?.[1];
  const values = source === undefined ? {} : parsed(source);
  const categories = [values['category'], values['type']].map((name) => String(name).toLowerCase());
  return {
    title: textsOf(values['title'])[0],
    aliases: [...textsOf(values['aliases']), ...textsOf(values['alias'])],
    tags: [...tagsOf(values['tags']), ...tagsOf(values['tag'])],
    category: DOCUMENT_CATEGORIES.find((category) => categories.includes(category)),
  };
}

function parsed(source: string): Record<string, unknown> {
  try {
    const value: unknown = parse(source, {
      ...{ maxAliasCount: MAX_YAML_ALIASES, uniqueKeys: false, logLevel: 'silent' },
    });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map((each) => String(each).trim())
    .filter((each) => each !== '');

const tagsOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/[,\s]+/).filter(Boolean) : textsOf(value);
