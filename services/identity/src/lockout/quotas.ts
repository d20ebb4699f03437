import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { Sources } from './guess-lockout';

/** What a person may do only so often. */
export type QuotaKind =
  | 'sign-up'
  | 'resend-confirmation'
  | 'forgot-password'
  | 'attribute-code'
  | 'first-factor-code'
  | 'second-factor-code';

/** Per account, kind and hour, for one source. */
const PER_SOURCE = 10;
/** The same for all sources together that the account's owner has never used. */
const FOR_STRANGERS = 30;

const COUNTED = `
  used = CASE WHEN q.window_started < now() - interval '1 hour' THEN 1 ELSE q.used + 1 END,
  window_started = CASE WHEN q.window_started < now() - interval '1 hour' THEN now()
                        ELSE q.window_started END`;
/** What one source has used up counts for no other. */
const TAKE = `
  WITH mine AS (
    INSERT INTO code_quota AS q (pool_id, user_id, kind, source, used, window_started)
    VALUES ($1, $2, $3, $4, 1, now())
    ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET ${COUNTED}
    RETURNING used
  ), strangers AS (
    INSERT INTO code_quota AS q (pool_id, user_id, kind, source, used, window_started)
    SELECT $1, $2, $3, '', 1, now() FROM mine
     WHERE used <= ${PER_SOURCE}
       AND NOT EXISTS (SELECT FROM known_source WHERE user_id = $2 AND source = $4)
    ON CONFLICT (pool_id, user_id, kind, source) DO UPDATE SET ${COUNTED}
    RETURNING used
  )
  SELECT mine.used <= ${PER_SOURCE} AND coalesce(strangers.used, 0) <= ${FOR_STRANGERS} AS allowed
    FROM mine LEFT JOIN strangers ON true`;

/** Bounds how many codes one account can be made to send, and by whom. */
@Injectable()
export class Quotas {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sources: Sources,
  ) {}

  /** @throws the protocol's refusal when the hour's share is used up */
  async take(userId: string, kind: QuotaKind): Promise<void> {
    const [row] = await this.uow.query<{ allowed: boolean }>(TAKE, [
      this.settings.poolId,
      userId,
      kind,
      this.sources.network(userId),
    ]);
    if (!row?.allowed) throw refuse.limitExceeded();
  }
}
