import type { Inline } from '@tomekeeper/contracts-document';
import { NOTE_LIMITS, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { ExtractedPassage, ExtractionEvent } from '@tomekeeper/text-extraction';
import {
  declaredCharset,
  decode,
  extractSource,
  ExtractionError,
  PassageWriter,
} from '@tomekeeper/text-extraction/source';
import type { ContainerEntry } from './container/container';
import { SourceLinks, type LinkOptions } from './links/source-links';
import { layOut, type DraftPassage } from './links/lay-out';

/** Bytes of one text in the import; a larger one is imported as a file. */
const MAX_TEXT = 8 * 1024 * 1024;
/** Start and end tags of HTML in one text: their tree needs far more memory than their characters. */
const MAX_TAGS = 100_000;
const TAG = /<[a-z/]/gi;
const HEAD_BYTES = 1024;

const LIMITS = {
  textBytes: NOTE_LIMITS.textBytes,
  contentBytes: 3 * NOTE_LIMITS.textBytes,
  passages: NOTE_LIMITS.passages,
  // Words in the place of links may be longer than the links of the source.
  textLength: 0.7 * PASSAGE_LIMITS.textLength,
  imageBytes: 0,
};

export type TextFormat = 'markdown' | 'html' | 'text';

/** @throws {ExtractionError} when there are more than `most` bytes */
export async function readBytes(entry: ContainerEntry, most = MAX_TEXT): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of entry.read()) {
    size += chunk.length;
    if (size > most) throw new ExtractionError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws {ExtractionError} when the bytes are no text */
export function decodeText(bytes: Buffer, format: TextFormat): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  return decode(bytes, format === 'html' ? declaredCharset(head) : undefined).text;
}

/**
 * Extracts the passages of a note. Their links are links by name, relative ones with a path.
 * @throws {ExtractionError} when the text is larger than a note
 */
export function readPassages(
  text: string,
  format: TextFormat,
  options: LinkOptions = {},
): DraftPassage[] {
  if (hasTooManyTags(text)) throw new ExtractionError('too_large');
  const links = new SourceLinks(options);
  const passages: ExtractedPassage[] = [];
  const emit = (event: ExtractionEvent) => {
    if ('passage' in event) passages.push(event.passage);
  };
  extractSource(text, format, { limits: LIMITS, emit, resources: links });
  return layOut(passages, links.embeds, options.mapText);
}

function hasTooManyTags(text: string): boolean {
  TAG.lastIndex = 0;
  let tags = 0;
  while (tags <= MAX_TAGS && TAG.test(text)) tags++;
  return tags > MAX_TAGS;
}

/** @throws {ExtractionError} when the table is larger than a note */
export function tablePassages(tables: readonly (readonly string[])[][]): DraftPassage[] {
  const passages: ExtractedPassage[] = [];
  const writer = new PassageWriter(LIMITS, (event) => {
    if ('passage' in event) passages.push(event.passage);
  });
  for (const table of tables) {
    const rows = table.map((row) => row.map((text): Inline[] => (text === '' ? [] : [{ text }])));
    writer.add({ kind: 'table', rows, hasHeader: true });
  }
  return layOut(passages, []);
}
