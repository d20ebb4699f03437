import type { Pointers } from './pointers';

/** The parsed pointer file, with the ETag for a conditional replacement. */
export type ReadPointers = {
  readonly pointers: Pointers;
  /** IDs of remotes whose entries are invalid. */
  readonly broken: readonly string[];
  readonly tag: string | undefined;
};

/** Storage of versions and pointers. */
export interface VersionStore {
  /** For people. */
  readonly name: string;
  readPointers(): Promise<ReadPointers>;
  /** @returns whether it was replaced: not when it has changed since it was read with this tag */
  replacePointers(pointers: Pointers, tag: string | undefined): Promise<boolean>;
  /** Stores a build unless it is there; a version is there as a whole or not at all. */
  upload(id: string, version: string, build: string): Promise<void>;
  /** The record of all versions of a remote or of the shell; undefined if missing or unreadable. */
  readNote(id: string): Promise<unknown>;
  writeNote(id: string, content: object): Promise<void>;
  /** @returns undefined when there is no such file */
  readFile(id: string, version: string, file: string): Promise<Buffer | undefined>;
  /** Complete versions, and since when each is stored. */
  versions(id: string): Promise<Map<string, Date>>;
  remove(id: string, version: string): Promise<void>;
  /** Removes leftovers of killed publications. */
  removeLeftovers(id: string, before: Date): Promise<void>;
}
