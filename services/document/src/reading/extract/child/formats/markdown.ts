import { readMarkdown as parseMarkdown, TooLongBlock } from '@tomekeeper/markdown';
import { safeHref } from '../inlines';
import type { Out } from '../out';
import { Refused } from '../refused';
import { hasSecretMarkup } from '../secret-markup';
import { htmlBlocks } from './html';

/** A comment with only a picture or a comment of HTML yields no passage. */
const COMMENT_WITHOUT_WORDS = /%%[^%]*(?:!\[|<!--)[^]*?%%/;

/** @throws {Refused} when one block is too long */
export function readMarkdown(text: string, out: Out): void {
  if (hasSecretMarkup(text) || COMMENT_WITHOUT_WORDS.test(text)) out.secret();
  try {
    parseMarkdown(text, {
      // The product fetches no external pictures and keeps their alternative text.
      emit: (block) => {
        if (block.kind !== 'image' || 'image' in block || block.alt) out.add(block);
      },
      html: (source) => htmlBlocks(source, out),
      hrefOf: safeHref,
      onProgress: (done) => out.progress(done),
    });
  } catch (error) {
    throw error instanceof TooLongBlock ? new Refused('too_large') : error;
  }
}
