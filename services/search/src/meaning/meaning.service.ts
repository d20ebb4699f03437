import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../viewers/viewer';
import { visibleRows, whoLooks } from '../viewers/visible-rows';
import { IS_FOR, type Within } from '../viewers/within';
import { Embeddings } from './embeddings';
import { dot, type Quantised } from './quantised';
import { Vectors, type Block } from './vectors';

/** How near a question all is that a viewer sees. */
export interface Nearness {
  /** Whether any of it was read yet. */
  hasRead: boolean;
  /** Passages that are nearest, in no order. */
  nearest: string[];
  /** How near passages are that the viewer sees: 1 says the same, 0 nothing of it. */
  of(passages: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Passages that may be found by their meaning alone. */
const NEAREST = 40;
/** What is less near says something else. */
const LEAST = 0.3;
/** Rows after which others get their turn. */
const ROWS_AT_A_TIME = 16_000;
/** Differences below it are noise of the model. */
const STEPS = 1_000;

/** How near what a viewer sees is to what they ask, compared with every passage of theirs and with nothing else. */
@Injectable()
export class Meaning {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly embeddings: Embeddings,
    private readonly vectors: Vectors,
  ) {}

  /** @returns undefined where nothing reads for meaning, or may not read this campaign, or does not answer in time */
  async near(
    viewer: Viewer,
    question: string,
    { documents, audience }: Within,
  ): Promise<Nearness | undefined> {
    if (this.embeddings.model === undefined || !this.embeddings.mayRead(viewer)) return undefined;
    const asked = await this.embeddings.ofQuestion(viewer, question);
    if (!asked) return undefined;
    const { model } = asked;
    const blocks = await this.vectors.of(viewer, model);
    const scores = new Map<number, number>();
    for (const block of blocks) await compare(block, asked.vector, scores);
    const from =
      documents || audience
        ? await this.within(viewer, model, { documents, audience })
        : [...scores.keys()];
    return {
      hasRead: scores.size > 0,
      nearest: await this.passages(viewer, model, best(from, scores)),
      of: async (passages) => {
        const rows = await this.uow.queryOften<{ id: string; made: number }>(
          visibleRows(
            viewer,
            'vector',
            'p.passage_id AS id, p.made::float8 AS made',
            'p.model = $3 AND p.passage_id = ANY ($4::uuid[])',
          ),
          [...whoLooks(viewer), model, passages],
        );
        return new Map(rows.map(({ id, made }) => [id, scores.get(made) ?? 0]));
      },
    };
  }

  /** How many passages of a viewer have been read, of how many; none where nothing reads. */
  async read(viewer: Viewer): Promise<{ read: number; passages: number }> {
    const { model, storedAs } = this.embeddings;
    if (model === undefined) return { read: 0, passages: 0 };
    const [row] = await this.uow.query<{ read: number; passages: number }>(
      `SELECT coalesce(sum(read), 0)::int AS read, coalesce(sum(passages), 0)::int AS passages
         FROM (${visibleRows(viewer, 'vector', 'count(*) AS passages, count(*) FILTER (WHERE p.model = coalesce($3, p.model)) AS read')}) v`,
      [...whoLooks(viewer), storedAs ?? null],
    );
    return row ?? { read: 0, passages: 0 };
  }

  private async passages(
    viewer: Viewer,
    model: string,
    made: readonly number[],
  ): Promise<string[]> {
    const rows = await this.uow.queryOften<{ id: string }>(
      visibleRows(
        viewer,
        'vector',
        'p.passage_id AS id',
        'p.model = $3 AND p.made = ANY ($4::bigint[])',
      ),
      [...whoLooks(viewer), model, made],
    );
    return rows.map(({ id }) => id);
  }

  private async within(viewer: Viewer, model: string, { documents, audience }: Within) {
    const seen = visibleRows(
      viewer,
      'passage',
      'p.passage_id',
      `($4::uuid[] IS NULL OR p.document_id = ANY ($4::uuid[])) AND ${audience ? IS_FOR[audience] : 'true'}`,
    );
    const rows = await this.uow.query<{ made: number }>(
      visibleRows(
        viewer,
        'vector',
        'p.made::float8 AS made',
        `p.model = $3 AND p.passage_id IN (${seen})`,
      ),
      [...whoLooks(viewer), model, documents ?? null],
    );
    return rows.map(({ made }) => made);
  }
}

async function compare(
  { made, numbers, lengths, dims }: Block,
  asked: Quantised,
  scores: Map<number, number>,
): Promise<void> {
  if (dims !== asked.numbers.length) return;
  for (let at = 0; at < made.length; at++) {
    const length = lengths[at] ?? 0;
    const near = length === 0 ? 0 : dot(asked.numbers, numbers, at * dims) / length / asked.length;
    scores.set(made[at] ?? 0, Math.round(near * STEPS) / STEPS);
    if (at % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await setImmediate();
  }
}

/**
 * The nearest ones. Of those that are as near as the last one all are taken, or none where they are too many: which of them came first
 * is not known to all who see them.
 */
function best(from: readonly number[], scores: ReadonlyMap<number, number>): number[] {
  const near = from.filter((made) => (scores.get(made) ?? 0) >= LEAST);
  const sorted = near.map((made) => scores.get(made) ?? 0).sort((a, b) => b - a);
  const last = sorted[NEAREST - 1] ?? LEAST;
  const all = near.filter((made) => (scores.get(made) ?? 0) >= last);
  return all.length <= 2 * NEAREST ? all : all.filter((made) => (scores.get(made) ?? 0) > last);
}
