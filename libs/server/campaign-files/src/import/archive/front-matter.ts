import { noteTitle, tags } from '@tomekeeper/contracts-document';
import { parse } from 'yaml';
import { z } from 'zod';

const MAX_LENGTH = 64 * 1024;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Properties are independent: an invalid one is left out. */
const properties = z.object({
  title: noteTitle.optional().catch(undefined),
  tags: tags.optional().catch(undefined),
  audience: z.string().optional().catch(undefined),
});

/** The properties that people edit in the Markdown of an archive. */
export function readFrontMatter(markdown: string): z.infer<typeof properties> {
  const source = FRONT_MATTER.exec(markdown.slice(0, MAX_LENGTH))?.[1];
  if (source === undefined) return {};
  try {
    return properties.catch({}).parse(parse(source, { maxAliasCount: 0 }));
  } catch {
    return {};
  }
}
