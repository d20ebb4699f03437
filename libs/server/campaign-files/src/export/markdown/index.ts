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
