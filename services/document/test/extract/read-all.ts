import { Readable } from 'node:stream';
import {
  readText,
  TextRefused,
  type ExtractionOptions,
  type ReadLine,
  type ReadPassage,
  type Refusal,
} from '../../src/reading/extract/read-text';

/** All that a file gives, or why it gives nothing; read as in the product. */
export interface Read {
  passages: ReadPassage[];
  images: Map<number, Buffer>;
  pages: number | undefined;
  progress: number[];
  refused?: Refusal;
}

export async function readAll(
  content: Buffer | string,
  name: string,
  contentType = 'application/octet-stream',
  options: ExtractionOptions = {},
): Promise<Read> {
  const bytes = Buffer.from(content as Buffer);
  const file = { body: Readable.from([bytes]), size: bytes.length, name, contentType };
  const read: Read = { passages: [], images: new Map(), pages: undefined, progress: [] };
  try {
    for await (const line of readText(file, options)) keep(line, read);
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    read.refused = error.why;
  }
  return read;
}

function keep(line: ReadLine, read: Read): void {
  if ('passage' in line) read.passages.push(line.passage);
  else if ('image' in line) read.images.set(line.image.number, line.image.bytes);
  else if ('pages' in line) read.pages = line.pages;
  else if ('progress' in line) read.progress.push(line.progress);
}

/** Passages in a form to compare: kind, depth or level, and words. */
export const outlined = ({ passages }: Read): string[] =>
  passages.map(
    ({ kind, level, depth, text, content }) =>
      `${kind}${level ?? (depth > 0 ? `.${depth}` : '')}${content.label ? `(${content.label})` : ''}: ` +
      `${content.marker ? `${content.marker} ` : ''}${text}`,
  );
