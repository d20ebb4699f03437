import { Inject, Injectable } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CONFIG } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';
import { atLimit } from './model-failure';

/** Tokens of a text, about, rather too many: four letters of English each, but a sign each of Chinese. */
export function tokensOf(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(NOT_ASCII, '').length;
  return Math.ceil(ascii / 4 + (bytes - ascii) / 3);
}
const NOT_ASCII = /\P{ASCII}/gu;

/** What was taken is counted as soon as it is: nobody gets more by asking twice at once. */
export interface Taken {
  id: string;
}

type Limits = Pick<
  Config,
  'LLM_ASKS_PER_HOUR' | 'LLM_TOKENS_PER_CAMPAIGN_DAY' | 'LLM_TOKENS_PER_DAY'
>;

/** Deletes what no limit counts any longer. */
export const sweepModelUse = defineJob({
  name: 'sweep-model-use',
  queue: 'search-finish',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});

/** What the model may be asked: by a person in an hour, of a campaign and by everybody in a day, in all replicas together. */
@Injectable()
export class Allowance {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly limits: Limits,
  ) {}

  /** Takes what a call will need at most. @throws {ModelFailure} where there is not so much left */
  take(campaign: string, person: string, tokens: number): Promise<Taken> {
    return this.uow.run(async (tx) => {
      // Short, and rare: one after another.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('model_use', 0))`);
      await this.refuseTooMuch(tx, campaign, person, tokens);
      const [taken] = await tx.query<Taken>(
        'INSERT INTO model_use (campaign_id, person_id, tokens) VALUES ($1, $2, $3) RETURNING id',
        [campaign, person, tokens],
      );
      if (!taken) throw new Error('A call of the model was not noted.');
      return taken;
    });
  }

  /** Puts down what was needed. */
  async settle({ id }: Taken, tokens: number): Promise<void> {
    await this.uow.query('UPDATE model_use SET tokens = $2 WHERE id = $1', [id, tokens]);
  }

  /** What they used counts on for its day, as nobody's: another account gets nothing of it back. */
  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: { person_id: string }, tx: Transaction): Promise<void> {
    await tx.query('UPDATE model_use SET person_id = NULL WHERE person_id = $1', [person_id]);
  }

  @HandlesJob(sweepModelUse)
  async sweep(): Promise<void> {
    await this.uow.query(`DELETE FROM model_use WHERE asked_at < now() - interval '1 day'`);
  }

  private async refuseTooMuch(tx: Transaction, campaign: string, person: string, tokens: number) {
    const { LLM_ASKS_PER_HOUR, LLM_TOKENS_PER_CAMPAIGN_DAY, LLM_TOKENS_PER_DAY } = this.limits;
    const [used] = await tx.query<Record<'asks' | 'wait' | 'campaign' | 'person' | 'all', number>>(
      `SELECT count(*) FILTER (WHERE is_counted)::int AS asks,
              coalesce(3600 - extract(epoch FROM now() - min(asked_at) FILTER (WHERE is_counted)), 3600)::int AS wait,
              coalesce(sum(tokens) FILTER (WHERE campaign_id = $1), 0)::float8 AS campaign,
              coalesce(sum(tokens) FILTER (WHERE person_id = $2), 0)::float8 AS person,
              coalesce(sum(tokens), 0)::float8 AS all
         FROM (SELECT *, person_id = $2 AND asked_at > now() - interval '1 hour' AS is_counted
                 FROM model_use WHERE asked_at > now() - interval '1 day') u`,
      [campaign, person],
    );
    if (!used) throw new Error('What the model was asked can not be counted.');
    if (used.asks >= LLM_ASKS_PER_HOUR) throw atLimit('person', Math.max(1, used.wait));
    // Nobody uses up what is for all, in however many campaigns.
    if (used.person + tokens > LLM_TOKENS_PER_CAMPAIGN_DAY) throw atLimit('person', HOURS);
    if (used.campaign + tokens > LLM_TOKENS_PER_CAMPAIGN_DAY) throw atLimit('campaign', HOURS);
    if (used.all + tokens > LLM_TOKENS_PER_DAY) throw atLimit('installation', HOURS);
  }
}

/** Of a day some of what was used is counted no more after a few hours; seconds. */
const HOURS = 4 * 3600;
