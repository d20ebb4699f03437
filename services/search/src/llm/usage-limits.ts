import { Inject, Injectable } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CONFIG } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';
import { limitReached } from './model-error';

/** Estimates tokens, rather too many: four characters of English per token, one of Chinese. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(NOT_ASCII, '').length;
  return Math.ceil(ascii / 4 + (bytes - ascii) / 3);
}
const NOT_ASCII = /\P{ASCII}/gu;

/** Usage is reserved before a call, so that parallel calls can't exceed a limit. */
export interface Reservation {
  id: string;
}

type Limits = Pick<
  Config,
  'LLM_ASKS_PER_HOUR' | 'LLM_TOKENS_PER_CAMPAIGN_DAY' | 'LLM_TOKENS_PER_DAY'
>;

export const cleanUpModelUsage = defineJob({
  name: 'clean-up-model-usage',
  queue: 'search-maintenance',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});

/** Usage limits of the model: per person and hour, per campaign and day, and in total, over all replicas. */
@Injectable()
export class UsageLimits {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly limits: Limits,
  ) {}

  /** Reserves the maximum usage of a call. @throws {ModelError} above a limit */
  reserve(campaign: string, person: string, tokens: number): Promise<Reservation> {
    return this.uow.run(async (tx) => {
      // Serializes reservations, which are short and rare.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('model_usage', 0))`);
      await this.checkLimits(tx, campaign, person, tokens);
      const [taken] = await tx.query<Reservation>(
        'INSERT INTO model_usage (campaign_id, person_id, tokens) VALUES ($1, $2, $3) RETURNING id',
        [campaign, person, tokens],
      );
      if (!taken) throw new Error('A call of the model was not noted.');
      return taken;
    });
  }

  /** Replaces the reservation by the actual usage. */
  async settle({ id }: Reservation, tokens: number): Promise<void> {
    await this.uow.query('UPDATE model_usage SET tokens = $2 WHERE id = $1', [id, tokens]);
  }

  /** Usage stays counted without the person, so that a new account can't reset the limits. */
  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: { person_id: string }, tx: Transaction): Promise<void> {
    await tx.query('UPDATE model_usage SET person_id = NULL WHERE person_id = $1', [person_id]);
  }

  @HandlesJob(cleanUpModelUsage)
  async deleteExpired(): Promise<void> {
    await this.uow.query(`DELETE FROM model_usage WHERE asked_at < now() - interval '1 day'`);
  }

  private async checkLimits(tx: Transaction, campaign: string, person: string, tokens: number) {
    const { LLM_ASKS_PER_HOUR, LLM_TOKENS_PER_CAMPAIGN_DAY, LLM_TOKENS_PER_DAY } = this.limits;
    const [used] = await tx.query<Record<'asks' | 'wait' | 'campaign' | 'person' | 'all', number>>(
      `SELECT count(*) FILTER (WHERE is_counted)::int AS asks,
              coalesce(3600 - extract(epoch FROM now() - min(asked_at) FILTER (WHERE is_counted)), 3600)::int AS wait,
              coalesce(sum(tokens) FILTER (WHERE campaign_id = $1), 0)::float8 AS campaign,
              coalesce(sum(tokens) FILTER (WHERE person_id = $2), 0)::float8 AS person,
              coalesce(sum(tokens), 0)::float8 AS all
         FROM (SELECT *, person_id = $2 AND asked_at > now() - interval '1 hour' AS is_counted
                 FROM model_usage WHERE asked_at > now() - interval '1 day') u`,
      [campaign, person],
    );
    if (!used) throw new Error('Requests to the model cannot be counted at the moment.');
    if (used.asks >= LLM_ASKS_PER_HOUR) throw limitReached('person', Math.max(1, used.wait));
    // A person has the same daily limit over all campaigns.
    if (used.person + tokens > LLM_TOKENS_PER_CAMPAIGN_DAY) throw limitReached('person', HOURS);
    if (used.campaign + tokens > LLM_TOKENS_PER_CAMPAIGN_DAY) throw limitReached('campaign', HOURS);
    if (used.all + tokens > LLM_TOKENS_PER_DAY) throw limitReached('installation', HOURS);
  }
}

/** Seconds after which part of the daily usage has expired. */
const HOURS = 4 * 3600;
