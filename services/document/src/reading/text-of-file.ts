import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import type { StoredPassage } from '../passages/all-passages';
import { readText, TextRefused, type FileToRead } from './extract/read-text';

export interface TextOfFile {
  passages: StoredPassage[];
  pages: number | undefined;
}

/**
 * All of a file's text; nothing is stored of it before its end.
 * @throws {TextRefused} when there is none, or too much
 * @throws {ChildFailed} when reading came to no end, which another try may
 */
export async function textOfFile(
  file: FileToRead,
  {
    signal,
    onProgress,
  }: {
    signal: AbortSignal;
    /** In percent. */
    onProgress: (progress: { progress: number; pages: number | undefined }) => Promise<void>;
  },
): Promise<TextOfFile> {
  const passages: StoredPassage[] = [];
  let pages: number | undefined;
  let bytes = 0;
  for await (const line of readText(file, { signal })) {
    if ('pages' in line) pages = line.pages;
    if ('progress' in line) await onProgress({ progress: line.progress * 100, pages });
    if (!('passage' in line)) continue;
    const { image: _image, ...content } = line.passage.content;
    bytes += Buffer.byteLength(line.passage.text);
    passages.push({ ...line.passage, content });
    if (bytes > PASSAGE_LIMITS.textBytes || passages.length > PASSAGE_LIMITS.perCampaign)
      throw new TextRefused('too_large');
  }
  if (passages.length === 0) throw new TextRefused('no_text');
  return { passages, pages };
}
