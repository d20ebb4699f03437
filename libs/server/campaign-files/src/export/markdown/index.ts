import { BlockWriter, type BlockOptions, type WrittenPassage } from './blocks';

export { externalTarget } from './links';
export { imageWords, quoteLines, type BlockOptions, type WrittenPassage } from './blocks';

/**
 * Passages as Markdown, which `extractMarkdown` reads as the same passages. The README lists the exceptions.
 */
export function writeMarkdown(
  passages: Iterable<WrittenPassage>,
  options: Partial<BlockOptions> = {},
): string {
  const writer = new BlockWriter(options);
  let markdown = '';
  for (const passage of passages) markdown += writer.add(passage);
  return markdown === '' ? '' : `${markdown}\n`;
}

/** Markdown in pieces, for texts that are not in memory. */
export async function* streamMarkdown(
  passages: AsyncIterable<WrittenPassage>,
): AsyncGenerator<string> {
  const writer = new BlockWriter({});
  let isEmpty = true;
  for await (const passage of passages) {
    const piece = writer.add(passage);
    isEmpty &&= piece === '';
    yield piece;
  }
  if (!isEmpty) yield '\n';
}
