import { crc32 } from 'node:zlib';
import { isUtf8 } from 'node:buffer';
import type { ImportProblem } from '@tomekeeper/contracts-document';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { ImportError } from '../../model';
import type { Budget } from './budget';
import { EntryError } from './entry-error';
import { displayedPath, isJunk, safePath } from './entry-path';
import type { ContainerEntry } from './container';

export interface ZipEntry extends ContainerEntry {
  isZip: boolean;
  /** `read`, counted by another budget. */
  readWithin: (budget: Budget) => AsyncIterable<Buffer>;
}

export interface OpenZip {
  entries: ZipEntry[];
  problems: ImportProblem[];
  /** Outermost folders with settings of Obsidian, as an archive of a vault contains one. */
  vaults: Set<string>;
  /** Entries of any kind, junk and folders included. */
  count: number;
  close: () => void;
}

/** Unix file types in external attributes. */
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const UTF8_FLAG = 0x800;
const VAULT = /^([^/\\]+)[/\\]\.obsidian[/\\]/i;
const STORED = 0;
const DEFLATED = 8;

/**
 * Lists the entries of a zip file.
 * @throws {ImportError}
 */
export async function openZip(file: string, maxEntries: number, budget: Budget): Promise<OpenZip> {
  // Without decoding: yauzl ends with an error at the first unsafe name.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await openPromise(file, options).catch((cause: unknown) => {
    throw new ImportError('damaged', { cause });
  });
  try {
    if (zip.entryCount > maxEntries) throw new ImportError('too_many');
    const opened: OpenZip = {
      ...{ entries: [], problems: [], vaults: new Set(), count: 0 },
      close: () => zip.close(),
    };
    for await (const entry of zip.eachEntry()) {
      if (++opened.count > maxEntries) throw new ImportError('too_many');
      addEntry(opened, zip, entry, budget);
    }
    return opened;
  } catch (error) {
    zip.close();
    throw error instanceof ImportError ? error : asImportError(error);
  }
}

const asImportError = (cause: unknown): ImportError =>
  new ImportError(/encrypt/i.test(String(cause)) ? 'locked' : 'damaged', { cause });

function addEntry(opened: OpenZip, zip: ZipFile, entry: Entry, budget: Budget): void {
  const name = nameOf(entry);
  const vault = VAULT.exec(name)?.[1];
  if (vault !== undefined) opened.vaults.add(vault);
  if (isJunk(name) || /[/\\]$/.test(name)) return;
  const path = safePath(name);
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK;
  const fail = (reason: ImportProblem['reason']) =>
    opened.problems.push({ path: path ?? displayedPath(name), reason });
  if (path === undefined || isLink) return void fail('unsafe_path');
  if (entry.isEncrypted()) return void fail('locked');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return void fail('unsupported');
  const readWithin = (own: Budget) => readEntry(zip, entry, own.entry(entry.compressedSize));
  const count = budget.entry(entry.compressedSize);
  opened.entries.push({
    path,
    declaredSize: entry.uncompressedSize,
    isZip: /\.zip$/i.test(path),
    read: () => readEntry(zip, entry, count),
    readWithin,
  });
}

/** Many programs write UTF-8 without the flag. Text in code page 437 is rarely valid UTF-8. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true);
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry,
  count: (readBytes: number) => void,
): AsyncGenerator<Buffer> {
  let readBytes = 0;
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        readBytes += chunk.length;
        count(readBytes);
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  } catch (error) {
    if (error instanceof EntryError || error instanceof ImportError) throw error;
    throw new EntryError('damaged', { cause: error });
  }
  if (sum !== entry.crc32) throw new EntryError('damaged');
}
