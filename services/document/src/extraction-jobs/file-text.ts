import {
  contentBytes,
  ExtractionError,
  type ExtractedPassage,
  type ExtractionWarning,
} from '@tomekeeper/text-extraction';
import type { StoredPassage } from '../passages/all-passages';
import { ChildFailed } from '../sandbox/child-process';
import { extractInSandbox, TEXT_LIMITS, type FileToExtract } from './child/extract-in-sandbox';
import type { FileImages, StoredImages } from './file-images';

export interface TextOfFile {
  passages: StoredPassage[];
  images: StoredImages;
  pages: number | undefined;
  /** Whether the file contains secret markup, even if no passage is secret. */
  hasSecrets: boolean;
}

/** Bytes of the content of one passage. Only a compromised child process exceeds this limit, or `TEXT_LIMITS`. */
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
  let allContentBytes = 0;
  for await (const line of extractInSandbox(file, { signal, skipImages })) {
    if ('pages' in line) pages = line.pages;
    if ('secret' in line) hasSecrets = true;
    if ('warning' in line) onWarning(line.warning);
    if ('progress' in line) await onProgress({ progress: line.progress * 100, pages });
    if ('image' in line) await images.take(line.image.number, line.image.bytes);
    if (!('passage' in line)) continue;
    bytes += Buffer.byteLength(line.passage.text);
    const size = contentBytes(line.passage.content);
    if (size > PASSAGE_CONTENT_BYTES) throw new ChildFailed('answered too much');
    allContentBytes += size;
    passages.push(line.passage);
    const isTooLarge =
      bytes > TEXT_LIMITS.textBytes ||
      allContentBytes > TEXT_LIMITS.contentBytes ||
      passages.length > TEXT_LIMITS.passages;
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
