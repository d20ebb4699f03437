import type { Inline, PassageContent } from '@tomekeeper/contracts-document';
import { mapContent } from '@tomekeeper/text-extraction';
import { documentLink } from './document-link';

// Links within a file go by names that the file gives to its places. People get links to passages that they see: a link to
// any other place is words, as one is that leads nowhere.

/** Prefix of a passage id in a link within the text. */
const TO_PASSAGE = '#p-';

/** The names that passages link to, as files may write them. */
export function linkedNames(contents: readonly PassageContent[]): string[] {
  const names = contents.flatMap(stretchesOf).flatMap(({ href }) => namesIn(href));
  return [...new Set(names)];
}

/**
 * Content of a passage with its internal links resolved to passages. Anchor names are removed: a name is stored only
 * where a link refers to it, and that link may be hidden.
 * @param passages visible passages by anchor name
 */
export function withLinks(
  content: PassageContent,
  passages: ReadonlyMap<string, string>,
): PassageContent {
  const leading = (inline: Inline): Inline => {
    const names = namesIn(inline.href);
    if (names.length === 0) return inline;
    const { href: _href, ...words } = inline;
    const id = names.map((name) => passages.get(name)).find((found) => found !== undefined);
    return id === undefined ? words : { ...words, href: `${TO_PASSAGE}${id}` };
  };
  const { anchors: _anchors, ...unnamed } = content;
  return mapContent(unnamed, leading);
}

export function stretchesOf({ inlines = [], rows = [], blocks = [] }: PassageContent): Inline[] {
  const inner = blocks.flatMap((block) => [
    ...(block.inlines ?? []),
    ...(block.rows ?? []).flat(2),
  ]);
  return [...inlines, ...rows.flat(2), ...inner];
}

/** Anchor name of an internal link, raw and URL-decoded. */
function namesIn(href: string | undefined): string[] {
  if (!href?.startsWith('#') || documentLink(href)) return [];
  const name = href.slice(1);
  try {
    return [name, decodeURIComponent(name)];
  } catch {
    return [name];
  }
}
