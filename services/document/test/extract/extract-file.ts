import { Readable } from 'node:stream';
import type {
  ExtractedPassage,
  ExtractionError,
  ExtractionFailure,
} from '@tomekeeper/text-extraction';
import { extractInSandbox } from '../../src/extraction-jobs/child/extract-in-sandbox';

export interface ExtractedFile {
  passages: ExtractedPassage[];
  images: Buffer[];
  failed?: ExtractionFailure;
}

export const fileOf = (content: Buffer | string, name: string) => {
  const bytes = Buffer.from(content as Buffer);
  return { body: Readable.from([bytes]), size: bytes.length, name, contentType: '' };
};

/** Extracts a file in a separate process, as the worker does. */
export async function extractFile(content: Buffer | string, name: string): Promise<ExtractedFile> {
  const result: ExtractedFile = { passages: [], images: [] };
  try {
    for await (const event of extractInSandbox(fileOf(content, name))) {
      if ('passage' in event) result.passages.push(event.passage);
      if ('image' in event) result.images.push(event.image.bytes);
    }
  } catch (error) {
    if (!(error instanceof Error && 'reason' in error)) throw error;
    result.failed = (error as ExtractionError).reason;
  }
  return result;
}
