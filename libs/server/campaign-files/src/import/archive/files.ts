import { createHash } from 'node:crypto';
import type { ImportProblem } from '@tomekeeper/contracts-document';
import { FILES_FOLDER, sha256, textPath } from '../../archive-format/paths';
import type { FileRecord } from '../../archive-format/records';
import type { TransferFile, TransferPassage } from '../../model';
import type { ImportLimits } from '../index';
import { cleanLine } from '../../archive-format/clean-text';
import type { ArchiveContainer } from './container';
import { readFileText } from './file-text';
import { ItemError, reasonOf } from './json';

const CONTENT_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,150}$/;

/**
 * Reads the properties of a file, and its text. A file that was replaced in the archive, or that lost its text, is not public.
 * @returns also the problem of a text that cannot be read
 * @throws {ItemError}
 */
export async function readFile(
  container: ArchiveContainer,
  record: FileRecord,
  { sizes, limits }: { sizes: ReadonlyMap<string, number>; limits: ImportLimits },
): Promise<{ file: TransferFile; problem?: ImportProblem }> {
  const { id, path, name, tags, audience, category, pinned, embedded, inline } = record;
  const size = sizes.get(path);
  if (size === undefined || !path.startsWith(`${FILES_FOLDER}/`)) throw new ItemError('damaged');
  if (size > limits.fileBytes) throw new ItemError('too_large');
  const actual = await hashOf(container, path, limits.fileBytes);
  const isSame = actual.hash === record.sha256;
  const text = record.text && isSame ? await textOf(container, record, sizes) : undefined;
  const passages = text && 'passages' in text ? text.passages : undefined;
  const isPublic = audience === 'party' && isSame && (!record.text || passages !== undefined);
  const contentType = CONTENT_TYPE.test(record.content_type)
    ? record.content_type
    : 'application/octet-stream';
  const properties = {
    ...{ name: cleanLine(name), contentType, tags, isPublic },
    ...(category && { category }),
    ...(pinned && { pinned }),
    ...(record.public_title !== undefined && { publicTitle: cleanLine(record.public_title) }),
  };
  const file = {
    sourceId: id,
    path,
    hash: sha256(JSON.stringify([actual.hash, properties])),
    ...properties,
    size: actual.size,
    isEmbedded: embedded === true,
    ...(inline && { isInline: true }),
    ...(passages && { passages }),
    body: bodyOf(container, path),
  };
  return text && 'problem' in text ? { file, problem: text.problem } : { file };
}

async function textOf(
  container: ArchiveContainer,
  record: FileRecord,
  sizes: ReadonlyMap<string, number>,
): Promise<{ passages: TransferPassage[] } | { problem: ImportProblem }> {
  try {
    return { passages: await readFileText(container, record, sizes) };
  } catch (error) {
    return { problem: { path: textPath(record.id), reason: reasonOf(error) } };
  }
}

async function hashOf(
  container: ArchiveContainer,
  path: string,
  max: number,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bodyOf(container, path)) {
    size += chunk.length;
    if (size > max) throw new ItemError('too_large');
    hash.update(chunk);
  }
  return { hash: hash.digest('hex'), size };
}

async function* bodyOf(container: ArchiveContainer, path: string): AsyncGenerator<Buffer> {
  yield* (await container.open(path)) as AsyncIterable<Buffer>;
}
