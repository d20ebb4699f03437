import { Readable } from 'node:stream';
import {
  ExtractionError,
  extractMarkdown,
  type ExtractedPassage,
} from '@tomekeeper/text-extraction';
import { invalidField } from '../../model/document.errors';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import { extractInSandbox, TEXT_LIMITS } from '../../extraction-jobs/child/extract-in-sandbox';
import { ChildFailed } from '../../sandbox/child-process';
import { INTERACTIVE_LIMITS } from '../../sandbox/interactive-processes';

/** The parser needs milliseconds for this much of any text, and a process needs a third of a second to start. */
const SHORT_BYTES = 8 * 1024;
/** Limit of text with little markup. */
const PLAIN_BYTES = 64 * 1024;
/** Characters that may be markup. */
const MARKUP = /[^\p{L}\p{N} ,]| {2}/gu;

const UNREADABLE = 'This text could not be read. Paste it in parts.';

/**
 * Whether {@link parseShortMarkdown} parses the text. Parsing time grows at most with length times markup, so a longer text with
 * little markup takes no more time than a short one.
 */
export function isShortMarkdown(markdown: string): boolean {
  const bytes = Buffer.byteLength(markdown);
  if (bytes <= SHORT_BYTES || bytes > PLAIN_BYTES) return bytes <= SHORT_BYTES;
  const markup = markdown.match(MARKUP)?.length ?? 0;
  return bytes * markup <= SHORT_BYTES ** 2;
}

/** Passages of a short text in Markdown, read in this process by the same reader. */
export function parseShortMarkdown(markdown: string): StoredPassage[] {
  const passages: StoredPassage[] = [];
  try {
    extractMarkdown(markdown, {
      limits: { ...TEXT_LIMITS, imageBytes: 0 },
      emit: (event) => {
        if ('passage' in event) passages.push(withoutImage(event.passage));
      },
    });
  } catch (error) {
    if (error instanceof ExtractionError) throw invalidField('markdown', UNREADABLE);
    throw error;
  }
  return passages;
}

/** External pictures of Markdown are not loaded. */
function withoutImage(passage: ExtractedPassage): StoredPassage {
  const { image: _image, ...content } = passage.content;
  return { ...passage, content };
}

/** Passages of Markdown, read in a separate process that a hostile text cannot leave. */
export async function parseMarkdown(
  markdown: string,
  signal: AbortSignal,
): Promise<StoredPassage[]> {
  const bytes = Buffer.from(markdown);
  const file = {
    body: Readable.from([bytes]),
    size: bytes.length,
    name: 'note.md',
    contentType: 'text/markdown',
  };
  const passages: StoredPassage[] = [];
  try {
    for await (const line of extractInSandbox(file, { signal, limits: INTERACTIVE_LIMITS })) {
      if ('passage' in line) passages.push(withoutImage(line.passage));
    }
  } catch (error) {
    if (error instanceof ExtractionError && error.reason === 'no_text') return passages;
    if (error instanceof ExtractionError || error instanceof ChildFailed)
      throw invalidField('markdown', UNREADABLE);
    throw error;
  }
  return passages;
}
