import { readMarkdown, TooLongBlock } from '@tomekeeper/markdown';
import { ExtractionError } from '../extraction-error';
import { htmlBlocks } from '../html/html';
import { safeHref } from '../passages/inlines';
import type { ExtractionOptions, ExtractionResources } from '../passages/extraction-event';
import { PassageWriter } from '../passages/passage-writer';
import { hasSecretMarkup } from '../passages/secret-markup';

/** A comment that contains only an image or an HTML comment yields no passage. */
const COMMENT_WITHOUT_TEXT = /%%[^%]*(?:!\[|<!--)[^]*?%%/;

/**
 * Extracts the passages of Markdown synchronously.
 * @throws {ExtractionError} when a limit is exceeded
 */
export function extractMarkdown(
  text: string,
  { limits, emit, resources }: ExtractionOptions,
): void {
  parseMarkdown(text, new PassageWriter(limits, emit), resources);
}

/** @throws {ExtractionError} when one block is too long */
export function parseMarkdown(
  text: string,
  writer: PassageWriter,
  resources?: ExtractionResources,
): void {
  if (hasSecretMarkup(text) || COMMENT_WITHOUT_TEXT.test(text)) writer.secret();
  try {
    readMarkdown(text, {
      // External images are not loaded. Their alternative text stays.
      emit: (block) => {
        if (block.kind !== 'image' || 'image' in block || block.alt) writer.add(block);
      },
      html: (source) => htmlBlocks(source, writer, resources),
      hrefOf: resources?.hrefOf ?? safeHref,
      embedOf: resources?.embedOf,
      onProgress: (done) => writer.progress(done),
    });
  } catch (error) {
    throw error instanceof TooLongBlock ? new ExtractionError('too_large') : error;
  }
}
