import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../../model';
import type { Budget } from './budget';
import { EntryError } from './entry-error';
import { openZip, type OpenZip, type ZipEntry } from './zip';

/** Names of the parts of a Notion export. */
const PART = /(?:^|[-_ /])part-?\d+\.zip$/i;

/** The archives in an archive that are a part of it. Other archives are attachments. */
export function nestedZips(entries: readonly ZipEntry[]): ZipEntry[] {
  const parts = entries.filter(({ path }) => PART.test(path));
  if (parts.length > 0) return parts;
  return entries.every(({ isZip }) => isZip) ? [...entries] : [];
}

interface NestedOptions {
  maxEntries: number;
  /** Of the entries of the archive. */
  budget: Budget;
  /** Of the archive itself. */
  nestedBudget: Budget;
}

export interface NestedZip {
  opened: OpenZip;
  /** Closes the archive and deletes its unpacked copy. */
  close: () => Promise<void>;
}

/**
 * Unpacks an archive within an archive into a file next to the upload, since zip files need random access.
 * @throws {ImportError}
 */
export async function openNested(
  entry: ZipEntry,
  file: string,
  { maxEntries, budget, nestedBudget }: NestedOptions,
): Promise<NestedZip> {
  const remove = () => rm(file, { force: true });
  try {
    await pipeline(
      Readable.from(entry.readWithin(nestedBudget)),
      createWriteStream(file, { mode: 0o600 }),
    );
    const opened = await openZip(file, maxEntries, budget);
    const close = async () => {
      opened.close();
      await remove();
    };
    return { opened, close };
  } catch (error) {
    await remove();
    throw error instanceof EntryError ? importError(error) : error;
  }
}

const importError = (error: EntryError): ImportError =>
  new ImportError(error.reason === 'too_large' ? 'too_large' : 'damaged', { cause: error });
