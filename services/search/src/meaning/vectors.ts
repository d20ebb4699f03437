import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { Viewer } from '../viewers/viewer';
import { visibleRows, whoLooks } from '../viewers/visible-rows';
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
const PAGE = 4_000;

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
      visibleRows(
        viewer,
        'vector',
        'p.class, count(*)::float8 AS count, max(p.made)::float8 AS last',
        'p.model = $3',
        'GROUP BY p.class',
      ),
      [...whoLooks(viewer), model],
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
      return (mark && this.known(key, mark)) ?? this.read(key, viewer, model, of);
    })();
    this.running.set(key, read);
    try {
      return await read;
    } finally {
      if (this.running.get(key) === read) this.running.delete(key);
    }
  }

  private async read(key: string, viewer: Viewer, model: string, of: string): Promise<Block> {
    const known = this.blocks.get(key) ?? NOTHING;
    const pages = [known];
    const values = [...whoLooks(viewer), model, of];
    const inClass = 'p.model = $3 AND p.class = $4';
    let last = known.made.at(-1) ?? 0;
    for (let more = true; more;) {
      const rows = await this.uow.queryOften<{ made: number; vector: Buffer }>(
        `SELECT made::float8 AS made, vector FROM (
           ${visibleRows(viewer, 'vector', 'p.made, p.vector', `${inClass} AND p.made > $5`, `ORDER BY p.made LIMIT ${PAGE}`)}) v
          ORDER BY v.made LIMIT ${PAGE}`,
        [...values, last],
      );
      pages.push(blockOf(rows, pages.find(({ dims }) => dims > 0)?.dims));
      last = rows.at(-1)?.made ?? last;
      more = rows.length === PAGE;
    }
    // In one statement, and the last one: what was read and has gone since is not in it.
    const [there] = await this.uow.queryOften<{ made: number[] | null }>(
      `SELECT array_agg(made) AS made FROM (${visibleRows(viewer, 'vector', 'p.made::float8 AS made', inClass)}) v`,
      values,
    );
    const block = onlyThose(joined(pages), new Set(there?.made ?? []));
    this.keep(key, block);
    return block;
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

const bytesOf = ({ made, numbers, lengths }: Block): number =>
  made.byteLength + numbers.byteLength + lengths.byteLength;

/** A vector of another size than the others means nothing among them. @param size of the others, where there are any */
function blockOf(rows: readonly { made: number; vector: Buffer }[], size?: number): Block {
  const dims = size ?? Math.max(0, ...rows.map(({ vector }) => vector.length));
  const numbers = new Int8Array(rows.length * dims);
  const lengths = new Float32Array(rows.length);
  for (const [at, { vector }] of rows.entries()) {
    if (vector.length !== dims) continue;
    numbers.set(new Int8Array(vector.buffer, vector.byteOffset, dims), at * dims);
    lengths[at] = lengthOf(numbers, at * dims, (at + 1) * dims);
  }
  return { made: Float64Array.from(rows, ({ made }) => made), numbers, lengths, dims };
}

/** Put together once, however many there are: each copy of a large block waits in memory for its end. */
function joined(pages: readonly Block[]): Block {
  const some = pages.filter(({ made }) => made.length > 0);
  const [first = NOTHING] = some;
  if (some.length <= 1) return first;
  const dims = Math.max(...some.map((page) => page.dims));
  const count = some.reduce((sum, { made }) => sum + made.length, 0);
  const all: Block = {
    made: new Float64Array(count),
    numbers: new Int8Array(count * dims),
    lengths: new Float32Array(count),
    dims,
  };
  let at = 0;
  for (const { made, numbers, lengths } of some) {
    all.made.set(made, at);
    all.numbers.set(numbers, at * dims);
    all.lengths.set(lengths, at);
    at += made.length;
  }
  return all;
}

function onlyThose(block: Block, there: ReadonlySet<number>): Block {
  const { made, numbers, lengths, dims } = block;
  if (made.every((one) => there.has(one))) return block;
  const kept = [...made.keys()].filter((at) => there.has(made[at] ?? 0));
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
