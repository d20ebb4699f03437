import { extractMarkdown, type ExtractedPassage } from '@tomekeeper/text-extraction';
import type { WrittenPassage } from '../src/export';

const LIMITS = {
  ...{ textBytes: 20_000_000, contentBytes: 60_000_000, passages: 100_000 },
  ...{ textLength: 20_000, imageBytes: 0 },
};

/** The passages of Markdown, without targets of links and numbers of images. */
export function extract(markdown: string): WrittenPassage[] {
  const passages: ExtractedPassage[] = [];
  const emit = (event: object) => {
    if ('passage' in event) passages.push(event.passage as ExtractedPassage);
  };
  extractMarkdown(markdown, { limits: LIMITS, emit });
  return passages.map(({ content: { anchors: _a, image: _i, ...content }, ...passage }) => ({
    ...passage,
    content,
  }));
}
