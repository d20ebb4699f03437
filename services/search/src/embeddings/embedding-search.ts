import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import {
  HAS_AUDIENCE,
  viewerParams,
  viewerScopedRows,
  type SearchScope,
  type Viewer,
} from '../access/viewer-scoped-rows';
import { EmbeddingCache } from './embedding-cache';
import { EmbeddingsClient } from './embeddings-client';
import { packed, packedNumbers } from './packed-numbers';
import { Similarities, similarityOf } from './similarity';

/** How long a question waits for embeddings that are not cached. */
const CACHE_TIMEOUT_MS = 2_000;

/** Similarity of a question to the passages that a viewer sees. */
export interface SemanticMatches {
  /** Whether all passages that the viewer sees have embeddings. */
  isComplete: boolean;
  /** Ids of the most similar passages, unordered. */
  nearest: string[];
  /** Similarity by passage id, from 0 to 1. */
  similarities(passages: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Compares a question with the embeddings of all passages that the viewer sees, and with no others. */
@Injectable()
export class EmbeddingSearch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly embeddings: EmbeddingsClient,
    private readonly cache: EmbeddingCache,
  ) {}

  /** @returns undefined without a model, without the campaign's permission, or after a timeout */
  async match(
    viewer: Viewer,
    question: string,
    scope: SearchScope,
  ): Promise<SemanticMatches | undefined> {
    const embedding = await this.embeddings.embedQuestion(viewer, question);
    if (!embedding) return undefined;
    const { model, vector } = embedding;
    // After the timeout, loading continues for the next question.
    const timeout = setTimeout(CACHE_TIMEOUT_MS, undefined, { ref: false });
    const blocks = await Promise.race([this.cache.load(viewer, model), timeout]);
    if (!blocks) return undefined;
    const scores = await Similarities.of(blocks, vector);
    const isLimited = scope.documents || scope.audience;
    const among = isLimited ? await this.numbersInScope(viewer, model, scope) : undefined;
    return {
      isComplete: scores.hasAny && !(await this.hasPending(viewer, model)),
      nearest: await this.passageIds(viewer, model, scores.nearest(among)),
      similarities: async (passages) => {
        const rows = await this.uow.queryOften<{ id: string; number: number }>(
          viewerScopedRows(
            viewer,
            'embedding',
            'p.passage_id AS id, p.number::float8 AS number',
            'p.model = $3 AND p.passage_id = ANY ($4::uuid[])',
          ),
          [...viewerParams(viewer), model, passages],
        );
        return new Map(rows.map(({ id, number }) => [id, scores.similarity(number)]));
      },
    };
  }

  /** Similarity of a text to passages by id, from 0 to 1; empty where `match` returns undefined. */
  async compare(
    viewer: Viewer,
    text: string,
    passages: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const embedding = await this.embeddings.embedQuestion(viewer, text);
    if (!embedding) return new Map();
    const rows = await this.uow.queryOften<{ id: string; vector: Buffer }>(
      viewerScopedRows(
        viewer,
        'embedding',
        'p.passage_id AS id, p.vector',
        'p.model = $3 AND p.passage_id = ANY ($4::uuid[])',
      ),
      [...viewerParams(viewer), embedding.model, passages],
    );
    return new Map(rows.map(({ id, vector }) => [id, similarityOf(embedding.vector, vector)]));
  }

  /** Similarity to each of few texts that the viewer sees, from 0 to 1; empty where `match` returns undefined. */
  async compareTexts(viewer: Viewer, to: string, texts: readonly string[]): Promise<number[]> {
    if (texts.length === 0) return [];
    const target = await this.embeddings.embedQuestion(viewer, to);
    const embeddings = target && (await this.embeddings.embedQuotations(texts));
    return (embeddings ?? []).map((one) =>
      target && one?.model === target.model
        ? similarityOf(target.vector, Buffer.from(one.vector.values.buffer))
        : 0,
    );
  }

  /** Numbers of visible passages with and without an embedding; zero without a model. */
  async progress(viewer: Viewer): Promise<{ read: number; passages: number }> {
    const { model, modelVersion } = this.embeddings;
    if (model === undefined) return { read: 0, passages: 0 };
    const [row] = await this.uow.query<{ read: number; passages: number }>(
      `SELECT coalesce(sum(read), 0)::int AS read, coalesce(sum(passages), 0)::int AS passages
         FROM (${viewerScopedRows(viewer, 'embedding', 'count(*) AS passages, count(*) FILTER (WHERE p.model = coalesce($3, p.model)) AS read')}) v`,
      [...viewerParams(viewer), modelVersion ?? null],
    );
    return row ?? { read: 0, passages: 0 };
  }

  /** Whether a visible passage has no embedding of this model yet. */
  private async hasPending(viewer: Viewer, model: string): Promise<boolean> {
    const pending = viewerScopedRows(
      viewer,
      'embedding',
      '1',
      // The conditions use indexes; IS DISTINCT FROM would read all rows.
      'p.model IS NULL OR p.model < $3 OR p.model > $3',
      'LIMIT 1',
    );
    const rows = await this.uow.queryOften(pending, [...viewerParams(viewer), model]);
    return rows.length > 0;
  }

  private async passageIds(
    viewer: Viewer,
    model: string,
    numbers: readonly number[],
  ): Promise<string[]> {
    const rows = await this.uow.queryOften<{ id: string }>(
      viewerScopedRows(
        viewer,
        'embedding',
        'p.passage_id AS id',
        'p.model = $3 AND p.number = ANY ($4::bigint[])',
      ),
      [...viewerParams(viewer), model, numbers],
    );
    return rows.map(({ id }) => id);
  }

  private async numbersInScope(
    viewer: Viewer,
    model: string,
    { documents, audience }: SearchScope,
  ): Promise<Float64Array> {
    const passages = viewerScopedRows(
      viewer,
      'passage',
      'p.passage_id',
      `($4::uuid[] IS NULL OR p.document_id = ANY ($4::uuid[])) AND ${audience ? HAS_AUDIENCE[audience] : 'true'}`,
    );
    const inScope = `p.model = $3 AND p.passage_id IN (${passages})`;
    const [row] = await this.uow.query<{ numbers: Buffer | null }>(
      `SELECT ${packed('number')} AS numbers FROM (${viewerScopedRows(viewer, 'embedding', 'p.number::float8 AS number', inScope)}) v`,
      [...viewerParams(viewer), model, documents ?? null],
    );
    return packedNumbers(row?.numbers);
  }
}
