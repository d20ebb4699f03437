import { Controller, Get, Injectable, Query, SerializeOptions } from '@nestjs/common';
import {
  peopleAnswer,
  peopleQuery,
  type Person,
  personByEmailAnswer,
  type ProfileRecord,
} from '@tomekeeper/contracts-identity';
import { emailAddress } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError, Internal } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { EarlierAddresses } from '../erasure/earlier-addresses';
import { PoolSettings } from '../settings/pool-settings';
import { HAS_PROVED_ADDRESS } from '../users/pool-user';

interface NameRow {
  id: string;
  given_name: string;
  family_name: string;
}

interface ProfileRow extends NameRow {
  email: string;
  email_verified: boolean;
  phone_number: string;
  created_at: Date;
}

/** User profiles for other services. */
@Injectable()
export class UserDirectory {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly events: SecurityEvents,
    private readonly earlier: EarlierAddresses,
  ) {}

  /** Returns the names of the existing users among the ids. */
  async named(ids: readonly string[]): Promise<Person[]> {
    const rows = await this.uow.query<NameRow>(
      `SELECT id, given_name, family_name FROM pool_user
        WHERE pool_id = $1 AND id = ANY($2::uuid[]) AND ${HAS_PROVED_ADDRESS}`,
      [this.settings.poolId, ids],
    );
    return rows.map((row) => ({
      id: row.id,
      name: `${row.given_name} ${row.family_name}`.trim(),
    }));
  }

  /** Returns the complete profile, for services that are allowed to read it. */
  async profile(id: string): Promise<ProfileRecord | undefined> {
    const [row] = await this.uow.query<ProfileRow>(
      `SELECT id, email, email_verified, given_name, family_name, phone_number, created_at
         FROM pool_user
        WHERE pool_id = $1 AND id::text = $2`,
      [this.settings.poolId, id],
    );
    if (!row) return undefined;
    return {
      id: row.id,
      email: row.email,
      email_verified: row.email_verified,
      earlier_emails: await this.earlier.of(this.uow, row.id),
      first_name: row.given_name,
      last_name: row.family_name,
      ...(row.phone_number ? { phone_number: row.phone_number } : {}),
      created_at: row.created_at.toISOString(),
      activity: await this.events.all(row.id),
      passkeys: await this.namesOf('passkey', row.id),
      devices: await this.namesOf('device', row.id),
    };
  }

  async idOf(email: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ id: string }>(
      `SELECT id FROM pool_user
        WHERE pool_id = $1 AND email = $2 AND ${HAS_PROVED_ADDRESS} AND enabled`,
      [this.settings.poolId, email],
    );
    return row?.id;
  }

  private async namesOf(
    table: 'passkey' | 'device',
    userId: string,
  ): Promise<ProfileRecord['passkeys']> {
    const rows = await this.uow.query<{ name: string; created_at: Date }>(
      `SELECT name, created_at FROM ${table} WHERE user_id = $1 ORDER BY created_at LIMIT 100`,
      [userId],
    );
    return rows.map((row) => ({ name: row.name, created_at: row.created_at.toISOString() }));
  }
}

const byEmailQuery = z.object({ email: emailAddress });

/** Internal user lookup. Returns confirmed accounts only. */
@Internal('campaign', 'document')
@Controller('internal/people')
export class DirectoryController {
  constructor(private readonly users: UserDirectory) {}

  @Internal('campaign', 'document', 'search')
  @Get()
  @SerializeOptions({ schema: peopleAnswer })
  async byIds(
    @Query({ schema: peopleQuery }) { ids }: z.infer<typeof peopleQuery>,
  ): Promise<{ people: Person[] }> {
    return { people: await this.users.named(ids) };
  }

  @Get('by-email')
  @SerializeOptions({ schema: personByEmailAnswer })
  async byEmail(
    @Query({ schema: byEmailQuery }) { email }: z.infer<typeof byEmailQuery>,
  ): Promise<{ id: string }> {
    const id = await this.users.idOf(email);
    if (id === undefined)
      throw new DomainError('not-found', 'person.not_found', 'No user has this address.');
    return { id };
  }
}
