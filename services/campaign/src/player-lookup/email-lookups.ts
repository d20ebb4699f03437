import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { tooManyLookups } from './lookup.errors';

/**
 * Rate-limits lookups of e-mail addresses, because each response reveals whether an address has an account, and its
 * name.
 */
@Injectable()
export class EmailLookups {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws {DomainError} when the hourly limit is exceeded, with the time until the next window */
  async count(person: string, addresses: number): Promise<void> {
    if (addresses === 0) return;
    const [row] = await this.uow.query<{ addresses: number; seconds_left: number }>(
      `INSERT INTO email_lookup AS counted (person_id, addresses) VALUES ($1, $2)
       ON CONFLICT (person_id) DO UPDATE SET
         addresses = $2 + CASE WHEN counted.since > now() - interval '1 hour' THEN counted.addresses ELSE 0 END,
         since = CASE WHEN counted.since > now() - interval '1 hour' THEN counted.since ELSE now() END
       RETURNING addresses, ceil(extract(epoch FROM since + interval '1 hour' - now()))::int AS seconds_left`,
      [person, addresses],
    );
    if (row && row.addresses > CAMPAIGN_LIMITS.emailLookupsPerHour)
      throw tooManyLookups(row.seconds_left);
  }
}
