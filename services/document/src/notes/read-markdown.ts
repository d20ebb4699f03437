import { Readable } from 'node:stream';
import { refusedField } from '../documents/document.errors';
import type { StoredPassage } from '../passages/edit-passages';
import { readText, TextRefused } from '../reading/extract/read-text';
import { ChildFailed } from '../sandbox/child-process';
import { INTERACTIVE_LIMITS } from '../sandbox/interactive-processes';

/** Passages of Markdown that somebody wrote or pasted: read as that of a file, in a process that can lose nothing. */
export async function readMarkdown(
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
    for await (const line of readText(file, { signal, limits: INTERACTIVE_LIMITS })) {
      if (!('passage' in line)) continue;
      // Pictures of Markdown stand elsewhere: it has words in their place.
      const { image: _image, ...content } = line.passage.content;
      passages.push({ ...line.passage, content });
    }
  } catch (error) {
    if (error instanceof TextRefused && error.why === 'no_text') return passages;
    if (error instanceof TextRefused || error instanceof ChildFailed)
      throw refusedField('markdown', 'This text could not be read. Paste it in parts.');
    throw error;
  }
  return passages;
}
