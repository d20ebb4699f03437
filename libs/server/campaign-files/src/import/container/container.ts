import type { ImportProblem } from '@tomekeeper/contracts-document';

/** A file in an import. */
export interface ContainerEntry {
  /** Unique, relative, NFC, with slashes. */
  path: string;
  /** Unpacked bytes as declared, for progress only. */
  declaredSize: number;
  /**
   * The bytes, which may be read several times.
   * @throws {EntryError} when the entry is damaged or exceeds a limit
   * @throws {ImportError} when all entries together exceed a limit
   */
  read: () => AsyncIterable<Buffer>;
}

/** A folder of files: an unpacked archive, or one file. */
export interface Container {
  entries: ContainerEntry[];
  problems: ImportProblem[];
  close: () => Promise<void>;
}
