import type { ArchiveSection, ImportFormat, ImportProblem } from '@tomekeeper/contracts-document';
import type { SectionRecord } from '../archive-format/sections';
import type { TransferFile, TransferNote } from '../model';

/** Some records of one section of an archive. */
export type RecordsOf = {
  [Name in ArchiveSection]: { section: Name; values: SectionRecord<Name>[] };
}[ArchiveSection];

/** A result of reading an import, in this order: the format, then items, records and problems. */
export type ImportEvent =
  | { format: ImportFormat; items: number }
  /** From 0 to 1. */
  | { progress: number }
  | { note: TransferNote }
  | { file: TransferFile }
  | { records: RecordsOf }
  | { problem: ImportProblem };

export interface ImportLimits {
  /** Entries of the archive, also of the nested one. */
  entries: number;
  /** Bytes of all unpacked entries. */
  unpackedBytes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Unpacked bytes for each packed byte. */
  ratio: number;
}

export interface ImportOptions {
  /** File name of the upload. */
  name: string;
  /** Detected if absent. */
  format?: ImportFormat | undefined;
  limits: ImportLimits;
  /** Awaited before the next event. The body of a file must be consumed before it resolves. */
  emit: (event: ImportEvent) => Promise<void>;
}

export { checkedPassages } from './archive/untrusted-passages';
export { readImport } from './read-import';
