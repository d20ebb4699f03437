import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LRUCache } from 'lru-cache';
import { viewerParams, viewerScopedRows, type Viewer } from '../access/viewer-scoped-rows';
import { packed, packedNumbers } from './packed-numbers';
import { vectorLength } from './quantized-vector';

/** Embeddings of one class of a campaign, ordered by number. */
export interface Block {
  numbers: Float64Array;
  vectors: Int8Array;
  lengths: Float32Array;
  dimensions: number;
}

/** Identifies the set of embeddings of a class, because numbers only increase. */
interface ClassVersion {
  class: string;
  count: number;
  last: number;
}

interface EmbeddingRow {
  number: number;
  vector: Buffer;
}

const MAX_BYTES = 64_000_000;
const PAGE_SIZE = 1_000;
/** Leaves capacity for new rows. */
const GROWTH_FACTOR = 1.03;

/**
 * Caches the embeddings that viewers see, by campaign and class. Each question checks the versions in the database, so that
 * revoked embeddings leave the cache at once. A block never mixes classes.
 */
@Injectable()
export class EmbeddingCache {
  private readonly blocks = new LRUCache<string, Block>({
    maxSize: MAX_BYTES,
    // The cache accepts no size of 0.
    sizeCalculation: (block) => bytesOf(block) || 1,
  });
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly uow: UnitOfWork) {}

  async load(viewer: Viewer, model: string): Promise<Block[]> {
    const versions = await this.versions(viewer, model);
    return Promise.all(
      versions.map(async (version) => {
        const key = `${viewer.campaign} ${version.class} ${model}`;
        return this.cached(key, version) ?? this.loadClass(key, viewer, model, version.class);
      }),
    );
  }

  private versions(viewer: Viewer, model: string): Promise<ClassVersion[]> {
    return this.uow.queryOften<ClassVersion>(
      viewerScopedRows(
        viewer,
        'embedding',
        'p.class, count(*)::float8 AS count, max(p.number)::float8 AS last',
        'p.model = $3',
        'GROUP BY p.class',
      ),
      [...viewerParams(viewer), model],
    );
  }

  private cached(key: string, { count, last }: ClassVersion): Block | undefined {
    const block = this.blocks.get(key);
    if (!block || block.numbers.length !== count || block.numbers.at(-1) !== last) return undefined;
    return block;
  }

  /** Waits for a running load, then checks the version again: that load may have started before a revocation. */
  private async loadClass(key: string, viewer: Viewer, model: string, of: string): Promise<Block> {
    const before = this.running.get(key);
    const load = (async () => {
      await before?.catch(() => undefined);
      const version = (await this.versions(viewer, model)).find((one) => one.class === of);
      const cached = version && this.cached(key, version);
      return cached ?? this.read(key, viewer, model, of, version?.count ?? 0);
    })();
    this.running.set(key, load);
    try {
      return await load;
    } finally {
      if (this.running.get(key) === load) this.running.delete(key);
    }
  }

  /** @param count expected number of rows */
  private async read(
    key: string,
    viewer: Viewer,
    model: string,
    of: string,
    count: number,
  ): Promise<Block> {
    let block = this.blocks.get(key) ?? EMPTY_BLOCK;
    const values = [...viewerParams(viewer), model, of];
    const inClass = 'p.model = $3 AND p.class = $4';
    for (let more = true; more;) {
      const rows = await this.uow.queryOften<EmbeddingRow>(
        `SELECT number::float8 AS number, vector FROM (
           ${viewerScopedRows(viewer, 'embedding', 'p.number, p.vector', `${inClass} AND p.number > $5`, `ORDER BY p.number LIMIT ${PAGE_SIZE}`)}) v
          ORDER BY v.number LIMIT ${PAGE_SIZE}`,
        [...values, block.numbers.at(-1) ?? 0],
      );
      block = appendRows(block, rows, count);
      more = rows.length === PAGE_SIZE;
    }
    // A single statement at the end excludes rows that were deleted while pages were read.
    const [row] = await this.uow.queryOften<{ numbers: Buffer | null }>(
      `SELECT ${packed('number')} AS numbers FROM (${viewerScopedRows(viewer, 'embedding', 'p.number::float8 AS number', inClass)}) v`,
      values,
    );
    const existing = retainRows(block, packedNumbers(row?.numbers));
    this.blocks.set(key, existing);
    return existing;
  }
}

const EMPTY_BLOCK: Block = {
  numbers: new Float64Array(),
  vectors: new Int8Array(),
  lengths: new Float32Array(),
  dimensions: 0,
};

/** Includes spare capacity. */
const bytesOf = ({ numbers, vectors, lengths }: Block): number =>
  [numbers, vectors, lengths].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/**
 * A block with further rows, in the same buffers if they have capacity, because copying a large block takes long. Holders of the
 * old block don't see the new rows. A vector with other dimensions gets length 0, which is similar to nothing.
 * @param count expected total number of rows
 */
export function appendRows(block: Block, rows: readonly EmbeddingRow[], count: number): Block {
  if (rows.length === 0) return block;
  const dimensions = block.dimensions || Math.max(...rows.map(({ vector }) => vector.length));
  const from = block.numbers.length;
  const grown = withCapacity({ ...block, dimensions }, from + rows.length, count);
  const { numbers, vectors, lengths } = grown;
  for (const [at, { number, vector }] of rows.entries()) {
    const [start, end] = [(from + at) * dimensions, (from + at + 1) * dimensions];
    const isComparable = vector.length === dimensions;
    numbers[from + at] = number;
    if (isComparable)
      vectors.set(new Int8Array(vector.buffer, vector.byteOffset, dimensions), start);
    lengths[from + at] = isComparable ? vectorLength(vectors, start, end) : 0;
  }
  return grown;
}

/** A view of the given number of rows: those of the block, then uninitialized ones. */
function withCapacity(block: Block, rows: number, count: number): Block {
  const { numbers, vectors, lengths, dimensions } = block;
  const hasCapacity =
    numbers.buffer.byteLength >= rows * Float64Array.BYTES_PER_ELEMENT &&
    vectors.buffer.byteLength >= rows * dimensions;
  const capacity = Math.ceil(Math.max(rows, count) * GROWTH_FACTOR);
  const all = hasCapacity
    ? block
    : {
        numbers: new Float64Array(capacity),
        vectors: new Int8Array(capacity * dimensions),
        lengths: new Float32Array(capacity),
      };
  if (!hasCapacity) {
    all.numbers.set(numbers);
    all.vectors.set(vectors);
    all.lengths.set(lengths);
  }
  return {
    numbers: new Float64Array(all.numbers.buffer, 0, rows),
    vectors: new Int8Array(all.vectors.buffer, 0, rows * dimensions),
    lengths: new Float32Array(all.lengths.buffer, 0, rows),
    dimensions,
  };
}

/** @param existing in ascending order, like the rows of the block */
function retainRows(block: Block, existing: Float64Array): Block {
  const { numbers, vectors, lengths, dimensions } = block;
  const kept: number[] = [];
  for (let at = 0, next = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    while ((existing[next] ?? Infinity) < number) next++;
    if (existing[next] === number) kept.push(at);
  }
  if (kept.length === numbers.length) return block;
  const left = new Int8Array(kept.length * dimensions);
  for (const [to, at] of kept.entries())
    left.set(vectors.subarray(at * dimensions, (at + 1) * dimensions), to * dimensions);
  return {
    numbers: Float64Array.from(kept, (at) => numbers[at] ?? 0),
    vectors: left,
    lengths: Float32Array.from(kept, (at) => lengths[at] ?? 0),
    dimensions,
  };
}
