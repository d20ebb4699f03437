import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import {
  ExtractionError,
  type ExtractedPassage,
  type ExtractionWarning,
} from '@tomekeeper/text-extraction';
import type { StoredPassage } from '../passages/all-passages';
import { ChildFailed } from '../sandbox/child-process';
import { extractInSandbox, type FileToExtract } from './child/extract-in-sandbox';
import type { FileImages, StoredImages } from './file-images';

export interface TextOfFile {
  passages: StoredPassage[];
  images: StoredImages;
  pages: number | undefined;
  /** Whether the file contains secret markup, even if no passage is secret. */
  hasSecrets: boolean;
}

const CONTENT_BYTES = 4 * PASSAGE_LIMITS.textBytes;
const PASSAGE_CONTENT_BYTES = 1024 * 1024;

/**
 * Extracts the full text of a file. Nothing is stored before the end of the file.
 * @throws {ExtractionError} if the file has no text or too much
 * @throws {ChildFailed} if the child failed, which a retry may fix
 */
export async function textOfFile(
  file: FileToExtract,
  {
    images,
    signal,
    skipImages,
    onWarning,
    onProgress,
  }: {
    images: FileImages;
    signal: AbortSignal;
    skipImages: boolean;
    onWarning: (warning: ExtractionWarning) => void;
    /** In percent. */
    onProgress: (progress: { progress: number; pages: number | undefined }) => Promise<void>;
  },
): Promise<TextOfFile> {
  const passages: ExtractedPassage[] = [];
  let pages: number | undefined;
  let hasSecrets = false;
  let bytes = 0;
  let contentBytes = 0;
  for await (const line of extractInSandbox(file, { signal, skipImages })) {
    if ('pages' in line) pages = line.pages;
    if ('secret' in line) hasSecrets = true;
    if ('warning' in line) onWarning(line.warning);
    if ('progress' in line) await onProgress({ progress: line.progress * 100, pages });
    if ('image' in line) await images.take(line.image.number, line.image.bytes);
    if (!('passage' in line)) continue;
    bytes += Buffer.byteLength(line.passage.text);
    const size = Buffer.byteLength(JSON.stringify(line.passage.content));
    // Only a compromised child exceeds this limit.
    if (size > PASSAGE_CONTENT_BYTES) throw new ChildFailed('answered too much');
    contentBytes += size;
    passages.push(line.passage);
    const isTooLarge =
      bytes > PASSAGE_LIMITS.textBytes ||
      // Dress and links are no text, and can be far larger.
      contentBytes > CONTENT_BYTES ||
      passages.length > PASSAGE_LIMITS.perCampaign;
    if (isTooLarge) throw new ExtractionError('too_large', hasSecrets);
  }
  if (passages.length === 0) throw new ExtractionError('no_text', hasSecrets);
  const kept = await images.settled();
  return {
    passages: passages.map((passage) => withImage(passage, kept)),
    images: kept,
    pages,
    hasSecrets,
  };
}

/** Names the picture by its id, with the room that it takes where the file says nothing of that. */
function withImage(passage: ExtractedPassage, { byNumber }: StoredImages): StoredPassage {
  const { image: number, ...content } = passage.content;
  const image = number === undefined ? undefined : byNumber.get(number);
  if (!image) return { ...passage, content };
  const { id, width, height } = image;
  return { ...passage, content: { width, height, ...content, image: id } };
}
