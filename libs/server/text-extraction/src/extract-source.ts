// Entry point of readers of text that is in another container, `@tomekeeper/text-extraction/source`: no PDF and no office formats.

import { extractHtml } from './html/html';
import type { ExtractionOptions } from './passages/extraction-event';
import { PassageWriter } from './passages/passage-writer';
import { parseMarkdown } from './text/markdown';
import { extractPlainText } from './text/plain-text';

export { ExtractionError } from './extraction-error';
export { declaredCharset, titleOfHtml } from './html/html';
export { PassageWriter } from './passages/passage-writer';
export { decode } from './text/decode';

/**
 * Extracts passages of decoded text synchronously. Secret markup is secret in each format.
 * @throws {ExtractionError} when a limit is exceeded
 */
export function extractSource(
  text: string,
  format: 'markdown' | 'html' | 'text',
  { limits, emit, resources }: ExtractionOptions,
): void {
  const writer = new PassageWriter(limits, emit);
  if (format === 'markdown') return parseMarkdown(text, writer, resources);
  writer.searchSecrets();
  if (format === 'html') extractHtml(text, writer, resources);
  else extractPlainText(text, writer);
  writer.end();
}
