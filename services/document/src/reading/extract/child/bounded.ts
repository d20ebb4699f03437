import type { Inline } from '@tomekeeper/contracts-document';
import type { ReadPassage } from '../answer-lines';
import { redressed } from '../../../passages/content/formatting';

// A few letters can be a link of thousands, or each in a dress of its own: what a passage is made of is kept small beside
// its words.

type Content = ReadPassage['content'];

/** Links of one passage; further ones are words. */
const MAX_LINKS = 200;
/** Bytes of what a passage is made of, for each of its words' and at least. */
const TIMES = 8;
const LEAST = 32 * 1024;

/** With fewer links, none, or no dress at all, where it is far larger than its words, which it keeps. */
export function bounded(content: Content, text: string): Content {
  const most = LEAST + TIMES * Buffer.byteLength(text);
  let links = 0;
  const fewer = dressedBy(content, (inline) =>
    inline.href !== undefined && ++links > MAX_LINKS ? withoutLink(inline) : inline,
  );
  const kept = links > MAX_LINKS ? fewer : content;
  if (bytesOf(kept) <= most) return kept;
  const unlinked = dressedBy(kept, withoutLink);
  return bytesOf(unlinked) <= most ? unlinked : dressedBy(unlinked, ({ text }) => ({ text }));
}

export const bytesOf = (content: Content): number => Buffer.byteLength(JSON.stringify(content));

function withoutLink({ href, ...rest }: Inline): Inline {
  void href;
  return rest;
}

function dressedBy<T extends Pick<Content, 'inlines' | 'rows' | 'blocks'>>(
  content: T,
  dressOf: (inline: Inline) => Inline,
): T {
  const { inlines, rows, blocks } = content;
  return {
    ...content,
    ...(inlines && { inlines: redressed(inlines, dressOf) }),
    ...(rows && { rows: rows.map((row) => row.map((cell) => redressed(cell, dressOf))) }),
    ...(blocks && {
      blocks: blocks.map((block) => ({
        ...block,
        ...(block.inlines && { inlines: redressed(block.inlines, dressOf) }),
        ...(block.rows && {
          rows: block.rows.map((row) => row.map((cell) => redressed(cell, dressOf))),
        }),
      })),
    }),
  };
}
