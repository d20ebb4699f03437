import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { ImportProblem } from '@tomekeeper/contracts-document';
import type { ImportLimits } from '..';
import { MANIFEST_PATH } from '../../archive-format/paths';
import { ImportError } from '../../model';
import { Budget } from './budget';
import type { Container, ContainerEntry } from './container';
import { EntryError } from './entry-error';
import {
  baseName,
  extensionOf,
  foldPath,
  foldersOf,
  safePath,
  withoutExtension,
} from './entry-path';
import { nestedZips, openNested, type NestedZip } from './nested-zips';
import { openZip, type OpenZip } from './zip';

const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
/** Zip files that are one document. */
const ZIP_DOCUMENTS =
  /^(?:docx|docm|dotx|odt|ott|ods|odp|epub|xlsx|xlsm|pptx|jar|apk|cbz|sketch|kra|ora|numbers|pages|key)$/;

/**
 * Opens an upload: the entries of an archive, or the single file.
 * @throws {ImportError}
 */
export async function openContainer(
  file: string,
  { name, limits }: { name: string; limits: ImportLimits },
): Promise<Container> {
  const { size } = await stat(file);
  if (size === 0) throw new ImportError('empty');
  const isArchive = !ZIP_DOCUMENTS.test(extensionOf(name)) && (await isZip(file));
  if (isArchive) return openArchive(file, { limits, size });
  if (extensionOf(name) === 'zip') throw new ImportError('damaged');
  return {
    entries: [singleFile(file, { name, limits, size })],
    problems: [],
    close: async () => {},
  };
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return ZIP_SIGNATURES.includes(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

interface Upload {
  name: string;
  limits: ImportLimits;
  /** In bytes. */
  size: number;
}

const singleFile = (file: string, { name, limits, size }: Upload): ContainerEntry => ({
  path: safePath(baseName(name.replaceAll('\\', '/'))) ?? 'file',
  declaredSize: size,
  async *read() {
    if (size > limits.fileBytes) throw new EntryError('too_large');
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  },
});

async function openArchive(
  file: string,
  { limits, size }: Omit<Upload, 'name'>,
): Promise<Container> {
  const budget = new Budget(limits, size);
  // An archive in an archive may be larger than one file, and its bytes are no content.
  const nestedBudget = new Budget({ ...limits, fileBytes: limits.unpackedBytes }, size);
  const outer = await openZip(file, limits.entries, budget);
  const nested: NestedZip[] = [];
  const close = async () => {
    outer.close();
    for (const each of nested) await each.close();
  };
  try {
    const parts = nestedZips(outer.entries);
    let count = outer.count;
    const archives: Pick<OpenZip, 'entries' | 'problems' | 'vaults'>[] = [
      { ...outer, entries: outer.entries.filter((entry) => !parts.includes(entry)) },
    ];
    for (const part of parts) {
      const copy = `${file}.part-${nested.length + 1}`;
      const options = { maxEntries: limits.entries - count, budget, nestedBudget };
      const opened = await openNested(part, copy, options);
      nested.push(opened);
      count += opened.opened.count;
      archives.push(opened.opened);
    }
    const problems = archives.flatMap((archive) => archive.problems);
    const entries = distinct(
      archives.flatMap((archive) => archive.entries),
      problems,
    );
    const roots = new Set(archives.flatMap((archive) => [...archive.vaults]));
    return { entries: withoutRoot(entries, roots), problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Gives entries of the same name different paths, and reports names that some file systems do not distinguish. */
function distinct(entries: readonly ContainerEntry[], problems: ImportProblem[]): ContainerEntry[] {
  const folded = new Set<string>();
  const paths = new Set<string>();
  return entries.map((entry) => {
    const key = foldPath(entry.path);
    if (folded.has(key)) problems.push({ path: entry.path, reason: 'same_name' });
    folded.add(key);
    let { path } = entry;
    for (let copy = 2; paths.has(path); copy++) path = copyName(entry.path, copy);
    paths.add(path);
    return { ...entry, path };
  });
}

const copyName = (path: string, copy: number): string => {
  const name = withoutExtension(path);
  return `${name} (${copy})${path.slice(name.length)}`;
};

/** Removes the folder of a packed folder, with any name of the archive, so that items keep their ids in repeated imports. */
function withoutRoot(entries: ContainerEntry[], vaults: ReadonlySet<string>): ContainerEntry[] {
  const [root] = foldersOf(entries[0]?.path ?? '');
  if (root === undefined || entries.some(({ path }) => !path.startsWith(`${root}/`)))
    return entries;
  const inner = entries.map((entry) => ({ ...entry, path: entry.path.slice(root.length + 1) }));
  const children = new Set(inner.map(({ path }) => path.split('/')[0]));
  // A single folder in a folder may be a part of the paths of a vault.
  return children.size > 1 || vaults.has(root) || children.has(MANIFEST_PATH) ? inner : entries;
}
