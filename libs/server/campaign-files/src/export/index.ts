import type { Readable } from 'node:stream';
import { writeCampaignArchive } from './archive/campaign-archive';
import { writeFoundryJournal } from './foundry/journal';
import { writeVault } from './obsidian/vault';
import type { ExportSource } from './source';
import { ZipWriter } from './zip/zip-writer';

export { recordOfPassage } from '../archive-format/passage-records';
export { fitName, safeName } from './names/safe-name';
export { writeMarkdown, type WrittenPassage } from './markdown';
export type { ExportedFile, ExportedItem, ExportedNote, ExportSource } from './source';

export interface ExportOptions {
  format: 'archive' | 'obsidian' | 'foundry';
  signal: AbortSignal;
  /** Receives the number of bytes written so far. */
  onBytes?: (bytes: number) => void;
}

const WRITERS = {
  archive: writeCampaignArchive,
  obsidian: writeVault,
  foundry: writeFoundryJournal,
};

/** Writes a zip. The stream is destroyed with the error of the source, or when `signal` is aborted. */
export function writeArchive(source: ExportSource, options: ExportOptions): Readable {
  const zip = new ZipWriter(options);
  WRITERS[options.format](source, zip).then(
    () => zip.end(),
    (error: unknown) => zip.fail(error),
  );
  return zip.output;
}
