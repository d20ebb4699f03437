import type { Pointers } from './pointers';

/** The pointer file as it was read, with the tag that a replacement must name. */
export type ReadPointers = {
  readonly pointers: Pointers;
  /** What of it can't be read. */
  readonly broken: readonly string[];
  readonly tag: string | undefined;
};

/** Where versions and pointers are kept. */
export interface VersionStore {
  /** For people. */
  readonly name: string;
  readPointers(): Promise<ReadPointers>;
  /** @returns whether it was replaced: not when it has changed since it was read with this tag */
  replacePointers(pointers: Pointers, tag: string | undefined): Promise<boolean>;
  /** Stores a build unless it is there; a version is there as a whole or not at all. */
  upload(id: string, version: string, build: string): Promise<void>;
  /** What is noted about all versions of something; undefined where nothing is, or nothing readable. */
  readNote(id: string): Promise<unknown>;
  writeNote(id: string, content: object): Promise<void>;
  /** @returns undefined when there is no such file */
  readFile(id: string, version: string, file: string): Promise<Buffer | undefined>;
  /** Complete versions, and since when each is stored. */
  versions(id: string): Promise<Map<string, Date>>;
  remove(id: string, version: string): Promise<void>;
  /** Removes what killed publications have left behind. */
  removeLeftovers(id: string, before: Date): Promise<void>;
}
