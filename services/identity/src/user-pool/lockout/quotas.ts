import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { PoolSettings } from '../pool-settings';
import { refuse } from '../protocol/refusals';

/** What a person may do only so often. */
export type QuotaKind =
  | 'resend-confirmation'
  | 'forgot-password'
  | 'confirm-forgot-password'
  | 'attribute-code'
  | 'first-factor-code'
  | 'second-factor-code';

/** Per account, kind and hour. */
const PER_HOUR = 10;

/** Bounds what one account can be made to do, by whomever and from wherever. */
@Injectable()
export class Quotas {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
  ) {}

  /** @throws the protocol's refusal when the hour's share is used up */
  async take(userId: string, kind: QuotaKind): Promise<void> {
    const [row] = await this.uow.query<{ used: number }>(
      `INSERT INTO quota AS q (pool_id, user_id, kind, used, window_started)
       VALUES ($1, $2, $3, 1, now())
       ON CONFLICT (pool_id, user_id, kind) DO UPDATE SET
         used = CASE WHEN q.window_started < now() - interval '1 hour' THEN 1
                     ELSE least(q.used + 1, ${PER_HOUR + 1}) END,
         window_started = CASE WHEN q.window_started < now() - interval '1 hour' THEN now()
                               ELSE q.window_started END
       RETURNING used`,
      [this.settings.poolId, userId, kind],
    );
    if (row && row.used > PER_HOUR) throw refuse.limitExceeded();
  }
}
