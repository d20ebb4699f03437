import { downloadZip } from 'client-zip';
import type { ImportSource } from './import-source';

export interface PackProgress {
  /** Files that are packed. */
  files: number;
  /** Their bytes. */
  bytes: number;
}

const ZIP = 'application/zip';

/** Packs files into a zip, one after the other. @throws {DOMException} if a file cannot be read, or on abort */
export async function packFiles(
  { name, files }: ImportSource,
  onProgress: (progress: PackProgress) => void,
  signal: AbortSignal,
): Promise<File> {
  async function* inputs() {
    const progress = { files: 0, bytes: 0 };
    for (const { path, file } of files) {
      signal.throwIfAborted();
      yield { name: path, lastModified: file.lastModified, input: file };
      progress.files += 1;
      progress.bytes += file.size;
      onProgress({ ...progress });
    }
  }
  const zip = await downloadZip(inputs()).blob();
  signal.throwIfAborted();
  return new File([zip], name, { type: ZIP });
}
