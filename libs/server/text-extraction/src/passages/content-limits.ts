import type { Inline } from '@tomekeeper/contracts-document';
import type { ExtractedPassage } from './extraction-event';
import { mapInlines } from './marks';

// A short text can contain a long link, or different marks on each letter. Limits relative to the text keep the content small.

type Content = ExtractedPassage['content'];

/** Links of one passage. Further links become plain text. */
const MAX_LINKS = 200;
/** Maximum bytes of content: a multiple of the bytes of text plus a constant. */
const BYTES_PER_TEXT_BYTE = 8;
const CONSTANT_BYTES = 32 * 1024;

/** Removes links, then all marks, from content that is much larger than its text. Text is never removed. */
export function limitContent(content: Content, text: string): Content {
  const limit = CONSTANT_BYTES + BYTES_PER_TEXT_BYTE * Buffer.byteLength(text);
  let links = 0;
  const fewer = mapContent(content, (inline) =>
    inline.href !== undefined && ++links > MAX_LINKS ? withoutLink(inline) : inline,
  );
  const kept = links > MAX_LINKS ? fewer : content;
  if (contentBytes(kept) <= limit) return kept;
  const unlinked = mapContent(kept, withoutLink);
  return contentBytes(unlinked) <= limit
    ? unlinked
    : mapContent(unlinked, ({ text }) => ({ text }));
}

export const contentBytes = (content: Content): number =>
  Buffer.byteLength(JSON.stringify(content));

const withoutLink = ({ href: _href, ...rest }: Inline): Inline => rest;

interface Parts {
  inlines?: Inline[] | undefined;
  rows?: Inline[][][] | undefined;
  blocks?: Parts[] | undefined;
}

/** Maps each inline of content. Adjacent inlines with equal marks are merged, so that a removed link leaves no trace. */
export function mapContent<T extends Parts>(content: T, map: (inline: Inline) => Inline): T {
  const { inlines, rows, blocks } = content;
  return {
    ...content,
    ...(inlines && { inlines: mapInlines(inlines, map) }),
    ...(rows && { rows: rows.map((row) => row.map((cell) => mapInlines(cell, map))) }),
    ...(blocks && { blocks: blocks.map((block) => mapContent(block, map)) }),
  };
}
