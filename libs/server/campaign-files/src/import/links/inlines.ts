import type { Inline } from '@tomekeeper/contracts-document';
import { rowsText, wordsOf } from '@tomekeeper/markdown';
import { mapInlines } from '@tomekeeper/text-extraction';
import type { TransferPassage } from '../../model';

type Content = TransferPassage['content'];

/**
 * Maps the inlines of content, one to several. Blocks without text are left out.
 * @param tidy applied to the mapped inlines of each block and cell
 */
export function flatMapContent(
  content: Content,
  map: (inline: Inline) => Inline[],
  tidy = (inlines: Inline[]) => inlines,
): Content {
  const all = (inlines: readonly Inline[]) => merged(tidy(inlines.flatMap(map)));
  const table = (rows: readonly Inline[][][]) => rows.map((row) => row.map(all));
  const { inlines, rows, blocks } = content;
  return {
    ...content,
    ...(inlines && { inlines: all(inlines) }),
    ...(rows && { rows: table(rows) }),
    ...(blocks && {
      blocks: blocks
        .map((block) => ({
          ...block,
          ...(block.inlines && { inlines: all(block.inlines) }),
          ...(block.rows && { rows: table(block.rows) }),
        }))
        .filter((block) => block.kind === 'divider' || textOf(block).trim() !== ''),
    }),
  };
}

/** Merges neighbors with equal marks. */
const merged = (inlines: readonly Inline[]): Inline[] =>
  mapInlines(
    inlines.filter(({ text }) => text !== ''),
    (inline) => inline,
  );

/** Without the spaces that surrounded a removed inline. */
export function closeGaps(inlines: readonly Inline[]): Inline[] {
  let before = ' ';
  return trimInlines(
    inlines.map((inline) => {
      const single = inline.text.replace(/ {2,}/g, ' ');
      const text = /\s/.test(before) ? single.replace(/^ /, '') : single;
      before = text.at(-1) ?? before;
      return { ...inline, text };
    }),
  );
}

/** Without spaces at its ends. */
export function trimInlines(inlines: readonly Inline[]): Inline[] {
  const trimmed = inlines.map((inline) => ({ ...inline }));
  for (const [end, trim] of [
    [0, (text: string) => text.trimStart()],
    [-1, (text: string) => text.trimEnd()],
  ] as const)
    for (let inline = trimmed.at(end); inline; inline = trimmed.at(end)) {
      inline.text = trim(inline.text);
      if (inline.text !== '') break;
      if (end === 0) trimmed.shift();
      else trimmed.pop();
    }
  return trimmed;
}

/** The plain text of content, as the text of its passage. */
export function textOf({ inlines, rows, blocks }: Content): string {
  if (blocks)
    return blocks
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  return rows ? rowsText(rows) : wordsOf(inlines ?? []);
}
