import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { Viewer } from '../access/viewer-scoped-rows';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import { IS_FOR, type Within } from '../finding/filters';
import type { Nearness, SemanticSearch } from '../finding/finder';
import { Embeddings } from './embeddings';
import { packed, packedNumbers } from './packed-numbers';
import { Scores } from './scores';
import { Vectors } from './vectors';

/** A question waits so long for vectors that are read for the first time, or did not find room among those that are kept. */
const VECTORS_MS = 2_000;

/** How near what a viewer sees is to what they ask, compared with every passage of theirs and with nothing else. */
@Injectable()
export class Meaning implements SemanticSearch {
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
    // What takes longer is read to its end all the same, for the next question.
    const tooLong = setTimeout(VECTORS_MS, undefined, { ref: false });
    const blocks = await Promise.race([this.vectors.of(viewer, model), tooLong]);
    if (!blocks) return undefined;
    const scores = await Scores.of(blocks, asked.vector);
    const among =
      documents || audience ? await this.within(viewer, model, { documents, audience }) : undefined;
    return {
      hasRead: scores.isAny,
      nearest: await this.passages(viewer, model, scores.nearest(among)),
      of: async (passages) => {
        const rows = await this.uow.queryOften<{ id: string; made: number }>(
          viewerScopedRows(
            viewer,
            'vector',
            'p.passage_id AS id, p.made::float8 AS made',
            'p.model = $3 AND p.passage_id = ANY ($4::uuid[])',
          ),
          [...viewerParams(viewer), model, passages],
        );
        return new Map(rows.map(({ id, made }) => [id, scores.near(made)]));
      },
    };
  }

  /** How many passages of a viewer have been read, of how many; none where nothing reads. */
  async progress(viewer: Viewer): Promise<{ read: number; passages: number }> {
    const { model, storedAs } = this.embeddings;
    if (model === undefined) return { read: 0, passages: 0 };
    const [row] = await this.uow.query<{ read: number; passages: number }>(
      `SELECT coalesce(sum(read), 0)::int AS read, coalesce(sum(passages), 0)::int AS passages
         FROM (${viewerScopedRows(viewer, 'vector', 'count(*) AS passages, count(*) FILTER (WHERE p.model = coalesce($3, p.model)) AS read')}) v`,
      [...viewerParams(viewer), storedAs ?? null],
    );
    return row ?? { read: 0, passages: 0 };
  }

  private async passages(
    viewer: Viewer,
    model: string,
    made: readonly number[],
  ): Promise<string[]> {
    const rows = await this.uow.queryOften<{ id: string }>(
      viewerScopedRows(
        viewer,
        'vector',
        'p.passage_id AS id',
        'p.model = $3 AND p.made = ANY ($4::bigint[])',
      ),
      [...viewerParams(viewer), model, made],
    );
    return rows.map(({ id }) => id);
  }

  private async within(viewer: Viewer, model: string, { documents, audience }: Within) {
    const seen = viewerScopedRows(
      viewer,
      'passage',
      'p.passage_id',
      `($4::uuid[] IS NULL OR p.document_id = ANY ($4::uuid[])) AND ${audience ? IS_FOR[audience] : 'true'}`,
    );
    const those = `p.model = $3 AND p.passage_id IN (${seen})`;
    const [row] = await this.uow.query<{ made: Buffer | null }>(
      `SELECT ${packed('made')} AS made FROM (${viewerScopedRows(viewer, 'vector', 'p.made::float8 AS made', those)}) v`,
      [...viewerParams(viewer), model, documents ?? null],
    );
    return packedNumbers(row?.made);
  }
}
