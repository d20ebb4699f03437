import { Injectable } from '@nestjs/common';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Metrics } from '@tomekeeper/service-kit';
import { PARTY_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';
import { CampaignClient } from '../access/campaign-client';
import {
  embedPassages,
  isPaused,
  pauseEmbedding,
  resumeEmbedding,
} from '../indexing/embedding-job';
import { KINDS, type Kind } from '../indexing/index-tables';
import { claimActive } from './active-model';
import { EmbeddingUnavailable } from './embedding-errors';
import { EmbeddingsClient, type Embedding } from './embeddings-client';

/** Small, because a question may wait behind a batch, but more than the texts of a question, which `search-model` runs first. */
const BATCH_SIZE = 12;
/** Time after which a job continues as a new job. */
const JOB_MS = 20_000;
/** Consecutive batches of rejected texts that may fail again before the retry pauses for an hour. */
const MAX_FAILED_BATCHES = 8;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DISCARD_BATCH_SIZE = 5_000;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** A class of a campaign with passages to embed. */
interface PendingClass {
  class: string;
  campaign: string;
  kind: Kind;
}

/**
 * Order of embedding: text of the party, of chosen players, of GMs. Visible text waits for one batch at most, regardless of the
 * amount of hidden text.
 */
const PRIORITIES: readonly { kind: Kind; classes: string }[] = [
  { kind: 'player', classes: `v.class = '${PARTY_CLASS}'` },
  { kind: 'player', classes: `v.class <> '${PARTY_CLASS}'` },
  { kind: 'gm', classes: `v.class <> '${TRASH_CLASS}'` },
];

/** Embeds indexed passages in batches. A batch never mixes classes or campaigns, and is stored before the next one starts. */
@Injectable()
export class PassageEmbedder {
  /** Round robin over campaigns and classes, by priority. */
  private readonly last = PRIORITIES.map(() => ({ class: NIL_ID, campaign: NIL_ID }));
  /** Progress of the retry of rejected texts. */
  private readonly retry = {
    nextAt: 0,
    rounds: PRIORITIES.map((priority) => ({ priority, after: 0, failed: 0, isOver: false })),
  };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly embeddings: EmbeddingsClient,
    private readonly campaigns: CampaignClient,
    metrics: Metrics,
  ) {
    metrics.measure({
      name: 'search_embeddings_pending',
      help: 'Passages without an embedding, except in campaigns that do not allow the external service.',
      read: async () => [{ value: await this.countPending() }],
    });
  }

  /** Passages without an embedding, except in paused campaigns; 0 without a model. */
  async countPending(): Promise<number> {
    if (this.embeddings.model === undefined) return 0;
    const counts = KINDS.map(
      (kind) =>
        `(SELECT count(*) FROM ${kind}_embedding v
           WHERE model IS NULL AND class <> '${TRASH_CLASS}' AND NOT ${this.isPausedSql('v.campaign_id')})`,
    );
    const [row] = await this.uow.query<{ pending: number }>(
      `SELECT (${counts.join(' + ')})::int AS pending`,
    );
    return row?.pending ?? 0;
  }

  @HandlesJob(embedPassages)
  async run(): Promise<void> {
    await this.embeddings.identifyModel();
    const until = Date.now() + JOB_MS;
    for (let active: string | undefined; ;) {
      const { modelVersion: model } = this.embeddings;
      if (model === undefined) return;
      if (model !== active) {
        if (!(await claimActive(this.uow, model))) return;
        await this.discardOtherModels(model);
        active = model;
      }
      if (Date.now() > until) {
        await this.uow.run((tx) => tx.outbox.job(embedPassages, {}));
        return;
      }
      const next = await this.nextPending();
      try {
        if (!next && (await this.retryRejected(model, until))) continue;
        if (!next) return;
        if (await this.mayProcess(next.campaign)) await this.embedBatch(model, next);
      } catch (error) {
        // The schedule starts the job again.
        if (error instanceof EmbeddingUnavailable || error instanceof UpstreamUnavailable) return;
        throw error;
      }
    }
  }

  /** Called by each job, because a process with an older model may still have stored a batch. */
  private async discardOtherModels(model: string): Promise<void> {
    for (const kind of KINDS)
      for (;;) {
        const discarded = await this.uow.query<{ id: string }>(
          `UPDATE ${kind}_embedding SET model = NULL, number = NULL, dimensions = NULL, vector = NULL
            WHERE passage_id IN (SELECT passage_id FROM ${kind}_embedding WHERE model < $1 OR model > $1 LIMIT ${DISCARD_BATCH_SIZE})
           RETURNING passage_id AS id`,
          [model],
        );
        if (discarded.length === 0) break;
      }
  }

  private async nextPending(): Promise<PendingClass | undefined> {
    for (const [at, { kind, classes }] of PRIORITIES.entries())
      for (const after of [this.last[at], { class: NIL_ID, campaign: NIL_ID }]) {
        const [found] = await this.uow.query<{ class: string; campaign: string }>(
          this.firstPendingSql(kind, classes),
          [after?.class, after?.campaign],
        );
        if (!found) continue;
        this.last[at] = found;
        return { ...found, kind };
      }
    return undefined;
  }

  /** SQL for the first pending class and campaign after the given ones; skips paused campaigns without scanning their rows. */
  private firstPendingSql(kind: Kind, classes: string): string {
    const after = (previous: string) => `
      (SELECT class, campaign_id FROM ${kind}_embedding v
        WHERE model IS NULL AND ${classes} AND (class, campaign_id) > (${previous})
        ORDER BY class, campaign_id LIMIT 1)`;
    return `
      WITH RECURSIVE pending AS (
        ${after('$1::uuid, $2::uuid')}
        UNION ALL
        SELECT n.class, n.campaign_id FROM pending w CROSS JOIN LATERAL ${after('w.class, w.campaign_id')} n
         WHERE ${this.isPausedSql('w.campaign_id')})
      SELECT class, campaign_id AS campaign FROM pending w
       WHERE NOT ${this.isPausedSql('w.campaign_id')} LIMIT 1`;
  }

  /** The `search-model` process needs no permission, so that no campaign is paused. */
  private isPausedSql(campaign: string): string {
    return this.embeddings.sentTo === undefined ? 'false' : isPaused(campaign);
  }

  /** Checks the permission for each batch; pauses a campaign without permission. @throws {UpstreamUnavailable} */
  private async mayProcess(campaign: string): Promise<boolean> {
    if (this.embeddings.sentTo === undefined) return true;
    if (await this.campaigns.allowsExternalModels(campaign)) return true;
    await pauseEmbedding(this.uow, campaign);
    // The event of a new permission may have arrived before the pause was stored.
    if (!(await this.campaigns.allowsExternalModels(campaign))) return false;
    await resumeEmbedding(this.uow, campaign);
    return true;
  }

  private async embedBatch(model: string, pending: PendingClass): Promise<void> {
    const { kind, class: of, campaign } = pending;
    const rows = await this.uow.query<{ id: string; text: string }>(
      `SELECT p.passage_id AS id, p.text FROM ${kind}_embedding v JOIN ${kind}_passage p USING (passage_id)
        WHERE v.model IS NULL AND v.class = $1 AND v.campaign_id = $2 LIMIT ${BATCH_SIZE}`,
      [of, campaign],
    );
    await this.store(model, pending, await this.embedRows(rows));
  }

  /**
   * Retries rejected texts at the start of the process and then daily, because the model may have been misconfigured. Stops after
   * consecutive failures, and continues with the following texts an hour later.
   * @returns whether more texts may succeed now
   */
  private async retryRejected(model: string, until: number): Promise<boolean> {
    if (Date.now() < this.retry.nextAt) return false;
    const { rounds } = this.retry;
    for (const round of rounds)
      while (!round.isOver) {
        if (Date.now() > until) return true;
        const found = await this.nextRejected(round, model);
        if (!found) {
          round.isOver = true;
          break;
        }
        const rows = (await this.mayProcess(found.campaign))
          ? await this.embedRows(found.rows)
          : [];
        const valid = rows.filter(({ embedding }) => embedding !== undefined);
        await this.store(model, found, valid);
        round.failed = valid.length > 0 ? 0 : round.failed + 1;
        round.isOver = round.failed === MAX_FAILED_BATCHES;
      }
    const isStopped = rounds.some(({ failed }) => failed === MAX_FAILED_BATCHES);
    this.retry.nextAt = Date.now() + (isStopped ? HOUR_MS : DAY_MS);
    for (const round of rounds) Object.assign(round, { failed: 0, isOver: false });
    return false;
  }

  /** The next rejected texts of one class of one campaign; undefined at the end, after which the next call starts over. */
  private async nextRejected(
    round: { priority: (typeof PRIORITIES)[number]; after: number },
    model: string,
  ) {
    const { kind, classes } = round.priority;
    const rows = await this.uow.query<
      Omit<PendingClass, 'kind'> & { id: string; text: string; number: number }
    >(
      `SELECT p.passage_id AS id, p.text, v.class, v.campaign_id AS campaign, v.number::float8 AS number
         FROM ${kind}_embedding v JOIN ${kind}_passage p USING (passage_id)
        WHERE v.model = $1 AND v.dimensions = 0 AND v.number > $2 AND ${classes} AND NOT ${this.isPausedSql('v.campaign_id')}
        ORDER BY v.number LIMIT ${BATCH_SIZE}`,
      [model, round.after],
    );
    const first = rows[0];
    const end = rows.findIndex(
      (row) => row.class !== first?.class || row.campaign !== first.campaign,
    );
    const batch = end < 0 ? rows : rows.slice(0, end);
    round.after = batch.at(-1)?.number ?? 0;
    return first && { class: first.class, campaign: first.campaign, kind, rows: batch };
  }

  private async embedRows(rows: readonly { id: string; text: string }[]) {
    const embeddings = await this.embeddings.embedPassages(rows.map(({ text }) => text));
    return rows.map((row, at) => ({ ...row, embedding: embeddings[at] }));
  }

  /** Skips passages whose text or class has changed since. */
  private async store(
    model: string,
    { kind, class: of, campaign }: PendingClass,
    rows: readonly { id: string; text: string; embedding: Embedding | undefined }[],
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      // The lock of the index makes numbers of a campaign visible in ascending order.
      await tx.query('SELECT 1 FROM campaign_index WHERE campaign_id = $1 FOR UPDATE', [campaign]);
      await tx.query(
        `UPDATE ${kind}_embedding v SET model = r.model, number = nextval('embedding_number'), dimensions = octet_length(r.vector), vector = r.vector
           FROM (SELECT r.id, r.text, r.model, decode(r.hex, 'hex') AS vector
                   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) r (id, text, model, hex)) r
           JOIN ${kind}_passage p ON p.passage_id = r.id AND p.text = r.text
          WHERE v.passage_id = r.id AND (v.model IS NULL OR v.dimensions = 0) AND v.class = $5`,
        [
          rows.map(({ id }) => id),
          rows.map(({ text }) => text),
          rows.map(({ embedding }) => embedding?.model ?? model),
          rows.map(({ embedding }) => Buffer.from(embedding?.vector.values ?? []).toString('hex')),
          of,
        ],
      );
    });
  }
}
