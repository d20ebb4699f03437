import { Injectable } from '@nestjs/common';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { ACTIVITY_KEPT_DAYS, KNOWN_SOURCE_DAYS } from '@tomekeeper/contracts-identity';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { MAX_KNOWN_SOURCES } from '../lockout/guess-lockout';
import { WAITING_DAYS } from '../registration/waiting-sign-ups';

/** Hourly cleanup job that deletes expired rows. */
export const sweepExpired = defineJob({
  name: 'sweep-expired',
  queue: 'identity-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
  concurrency: 1,
});
export const SWEEP_EVERY_MS = 3_600_000;

/** Rows are kept one day past their validity, so that late requests still get the specific error. */
const EXPIRED: readonly string[] = [
  `auth_session WHERE expires_at < now() - interval '1 hour'`,
  `verification_code WHERE expires_at < now() - interval '1 day'`,
  `guess_count WHERE last_at < now() - interval '1 day'`,
  `known_source WHERE last_used_at < now() - interval '${KNOWN_SOURCE_DAYS} days'`,
  // Frequent travelers sign in from an unlimited number of networks.
  `known_source USING (
     SELECT user_id, source, row_number() OVER (
              PARTITION BY user_id ORDER BY last_used_at DESC, source) AS place
       FROM known_source) ranked
    WHERE ranked.user_id = known_source.user_id AND ranked.source = known_source.source
      AND ranked.place > ${MAX_KNOWN_SOURCES}`,
  `software_token WHERE NOT verified AND created_at < now() - interval '1 day'`,
  `code_quota WHERE window_started < now() - interval '1 day'`,
  `user_session WHERE expires_at < now() - interval '1 day'`,
  // The address was never confirmed and becomes free. Its sign-ups are deleted with the account.
  `pool_user WHERE status = 'UNCONFIRMED' AND created_at < now() - interval '${WAITING_DAYS} days'
      AND NOT EXISTS (SELECT FROM waiting_sign_up w
                       WHERE w.user_id = pool_user.id AND w.expires_at > now())`,
  `revoked_origin WHERE until < now() - interval '1 day'`,
  `erased_person WHERE until < now()`,
  // Users may request a proof of erasure for this long.
  `erasure_record WHERE erased_at < now() - interval '3 years'`,
  `security_event WHERE happened_at < now() - interval '${ACTIVITY_KEPT_DAYS} days'`,
  'email_change_undo WHERE expires_at < now()',
  'export_ticket WHERE expires_at < now()',
  `passkey_registration WHERE expires_at < now()`,
  `signing_key WHERE retire_after < now() - interval '1 day'`,
];

@Injectable()
export class Sweep {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesJob(sweepExpired)
  async sweep(): Promise<void> {
    for (const rows of EXPIRED) await this.uow.query(`DELETE FROM ${rows}`);
  }
}
