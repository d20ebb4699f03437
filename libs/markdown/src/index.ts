import type { ReaderOptions } from './inlines';
import { parser } from './parser';
import { cleanSource, segments } from './source';
import { TokenReader } from './token-reader';

export { innerOf, innersOf, rowsText, SECRET, wordsOf, type Block, type Inner } from './block';
export { calloutLabel, isReadAloud, isStatBlock, isStatBlockName } from './boxes';
export type { Embed } from './inlines';
export { TooLongBlock } from './source';

export interface MarkdownOptions extends ReaderOptions {
  /** Receives the share of the text that is read, from 0 to 1. */
  onProgress?: (done: number) => void;
}

/**
 * Parses Markdown into blocks.
 * @throws {TooLongBlock} when one block is longer than 4 MB
 */
export function readMarkdown(text: string, options: MarkdownOptions): void {
  const { source, links } = cleanSource(text);
  const reader = new TokenReader(options, /\]\(#|\[\[#/.test(source));
  const references: typeof links = {};
  for (const [label, link] of Object.entries(links))
    references[parser.utils.normalizeReference(label)] ??= link;
  let done = 0;
  for (const segment of segments(source)) {
    reader.read(parser.parse(segment, { references }));
    done += segment.length;
    options.onProgress?.(done / Math.max(source.length, 1));
  }
  reader.end();
}
