import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { Viewer } from '../access/viewer-scoped-rows';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import { packed, packedNumbers } from './packed-numbers';
import { lengthOf } from './quantised';

/** Vectors of all passages of one class of a campaign, by their numbers, from the lowest. */
export interface Block {
  made: Float64Array;
  numbers: Int8Array;
  lengths: Float32Array;
  dims: number;
}

/** By which it is known what there is: rows that are made later have higher numbers. */
interface Mark {
  class: string;
  count: number;
  last: number;
}

/** Bytes that are kept. */
const KEPT = 64_000_000;
/** Rows of one statement. */
const PAGE = 1_000;
/** Room for rows that come later, as a share of those that are there. */
const SPARE = 1.03;

interface VectorRow {
  made: number;
  vector: Buffer;
}

/**
 * Vectors of what viewers see, kept by campaign and class. With each question the database is asked which there are: what is taken away
 * is gone here as soon as there, and what stands beside what somebody sees is never in what they are answered from.
 */
@Injectable()
export class Vectors {
  private readonly blocks = new Map<string, Block>();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly uow: UnitOfWork) {}

  async of(viewer: Viewer, model: string): Promise<Block[]> {
    const marks = await this.marks(viewer, model);
    return Promise.all(
      marks.map(async (mark) => {
        const key = `${viewer.campaign} ${mark.class} ${model}`;
        return this.known(key, mark) ?? this.afterOthers(key, viewer, model, mark.class);
      }),
    );
  }

  private marks(viewer: Viewer, model: string): Promise<Mark[]> {
    return this.uow.queryOften<Mark>(
      viewerScopedRows(
        viewer,
        'vector',
        'p.class, count(*)::float8 AS count, max(p.made)::float8 AS last',
        'p.model = $3',
        'GROUP BY p.class',
      ),
      [...viewerParams(viewer), model],
    );
  }

  private known(key: string, { count, last }: Mark): Block | undefined {
    const block = this.blocks.get(key);
    if (!block || block.made.length !== count || block.made.at(-1) !== last) return undefined;
    this.blocks.delete(key);
    this.blocks.set(key, block);
    return block;
  }

  /** Who waited for somebody else's reading looks anew: that may have begun before something was taken away. */
  private async afterOthers(
    key: string,
    viewer: Viewer,
    model: string,
    of: string,
  ): Promise<Block> {
    const before = this.running.get(key);
    const read = (async () => {
      await before?.catch(() => undefined);
      const mark = (await this.marks(viewer, model)).find((one) => one.class === of);
      return (mark && this.known(key, mark)) ?? this.read(key, viewer, model, of, mark?.count ?? 0);
    })();
    this.running.set(key, read);
    try {
      return await read;
    } finally {
      if (this.running.get(key) === read) this.running.delete(key);
    }
  }

  /** @param count of them, as it was a moment ago */
  private async read(
    key: string,
    viewer: Viewer,
    model: string,
    of: string,
    count: number,
  ): Promise<Block> {
    let block = this.blocks.get(key) ?? NOTHING;
    const values = [...viewerParams(viewer), model, of];
    const inClass = 'p.model = $3 AND p.class = $4';
    for (let more = true; more;) {
      const rows = await this.uow.queryOften<VectorRow>(
        `SELECT made::float8 AS made, vector FROM (
           ${viewerScopedRows(viewer, 'vector', 'p.made, p.vector', `${inClass} AND p.made > $5`, `ORDER BY p.made LIMIT ${PAGE}`)}) v
          ORDER BY v.made LIMIT ${PAGE}`,
        [...values, block.made.at(-1) ?? 0],
      );
      block = withRows(block, rows, count);
      more = rows.length === PAGE;
    }
    // In one statement, and the last one: what was read and has gone since is not in it.
    const [there] = await this.uow.queryOften<{ made: Buffer | null }>(
      `SELECT ${packed('made')} AS made FROM (${viewerScopedRows(viewer, 'vector', 'p.made::float8 AS made', inClass)}) v`,
      values,
    );
    const left = onlyThose(block, packedNumbers(there?.made));
    this.keep(key, left);
    return left;
  }

  private keep(key: string, block: Block): void {
    this.blocks.delete(key);
    this.blocks.set(key, block);
    let bytes = [...this.blocks.values()].reduce((sum, one) => sum + bytesOf(one), 0);
    for (const [oldest, one] of this.blocks) {
      if (bytes <= KEPT) break;
      this.blocks.delete(oldest);
      bytes -= bytesOf(one);
    }
  }
}

const NOTHING: Block = {
  made: new Float64Array(),
  numbers: new Int8Array(),
  lengths: new Float32Array(),
  dims: 0,
};

/** With the room for what may come. */
const bytesOf = ({ made, numbers, lengths }: Block): number =>
  [made, numbers, lengths].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/**
 * A block with further rows behind its own, in the same memory where that has room: a copy of a large one waits long for its end. Who holds
 * the block of before sees nothing of them. A vector of another size than the others means nothing among them.
 * @param count of all rows, as far as it is known
 */
export function withRows(block: Block, rows: readonly VectorRow[], count: number): Block {
  if (rows.length === 0) return block;
  const dims = block.dims || Math.max(...rows.map(({ vector }) => vector.length));
  const from = block.made.length;
  const { made, numbers, lengths } = withRoom({ ...block, dims }, from + rows.length, count);
  for (const [at, row] of rows.entries()) {
    const [start, end] = [(from + at) * dims, (from + at + 1) * dims];
    const isAlike = row.vector.length === dims;
    made[from + at] = row.made;
    if (isAlike) numbers.set(new Int8Array(row.vector.buffer, row.vector.byteOffset, dims), start);
    lengths[from + at] = isAlike ? lengthOf(numbers, start, end) : 0;
  }
  return { made, numbers, lengths, dims };
}

/** Of so many rows, the block's own first; the others hold anything. */
function withRoom(block: Block, rows: number, count: number): Block {
  const { made, numbers, lengths, dims } = block;
  const hasRoom =
    made.buffer.byteLength >= rows * Float64Array.BYTES_PER_ELEMENT &&
    numbers.buffer.byteLength >= rows * dims;
  const room = Math.ceil(Math.max(rows, count) * SPARE);
  const all = hasRoom
    ? block
    : {
        made: new Float64Array(room),
        numbers: new Int8Array(room * dims),
        lengths: new Float32Array(room),
      };
  if (!hasRoom) {
    all.made.set(made);
    all.numbers.set(numbers);
    all.lengths.set(lengths);
  }
  return {
    made: new Float64Array(all.made.buffer, 0, rows),
    numbers: new Int8Array(all.numbers.buffer, 0, rows * dims),
    lengths: new Float32Array(all.lengths.buffer, 0, rows),
    dims,
  };
}

/** @param there in ascending order, as the block's rows are */
function onlyThose(block: Block, there: Float64Array): Block {
  const { made, numbers, lengths, dims } = block;
  const kept: number[] = [];
  for (let at = 0, next = 0; at < made.length; at++) {
    const one = made[at] ?? 0;
    while ((there[next] ?? Infinity) < one) next++;
    if (there[next] === one) kept.push(at);
  }
  if (kept.length === made.length) return block;
  const left = new Int8Array(kept.length * dims);
  for (const [to, at] of kept.entries())
    left.set(numbers.subarray(at * dims, (at + 1) * dims), to * dims);
  return {
    made: Float64Array.from(kept, (at) => made[at] ?? 0),
    numbers: left,
    lengths: Float32Array.from(kept, (at) => lengths[at] ?? 0),
    dims,
  };
}
