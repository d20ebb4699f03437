import { createHash } from 'node:crypto';
import { FILES_FOLDER, sha256 } from '../../archive-format/paths';
import type { FileRecord } from '../../archive-format/records';
import type { TransferFile } from '../../model';
import type { ImportLimits } from '../index';
import { cleanLine } from '../../archive-format/clean-text';
import type { ArchiveContainer } from './container';
import { ItemError } from './json';

const CONTENT_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,150}$/;

/**
 * Reads the properties of a file. A file that was replaced in the archive is not public.
 * @throws {ItemError}
 */
export async function readFile(
  container: ArchiveContainer,
  record: FileRecord,
  { sizes, limits }: { sizes: ReadonlyMap<string, number>; limits: ImportLimits },
): Promise<TransferFile> {
  const { id, path, name, tags, audience, category, pinned, embedded, inline } = record;
  const size = sizes.get(path);
  if (size === undefined || !path.startsWith(`${FILES_FOLDER}/`)) throw new ItemError('damaged');
  if (size > limits.fileBytes) throw new ItemError('too_large');
  const actual = await hashOf(container, path, limits.fileBytes);
  const isPublic = audience === 'party' && actual.hash === record.sha256;
  const contentType = CONTENT_TYPE.test(record.content_type)
    ? record.content_type
    : 'application/octet-stream';
  const properties = {
    ...{ name: cleanLine(name), contentType, tags, isPublic },
    ...(category && { category }),
    ...(pinned && { pinned }),
  };
  return {
    sourceId: id,
    path,
    hash: sha256(JSON.stringify([actual.hash, properties])),
    ...properties,
    size: actual.size,
    isEmbedded: embedded === true,
    ...(inline && { isInline: true }),
    body: bodyOf(container, path),
  };
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
