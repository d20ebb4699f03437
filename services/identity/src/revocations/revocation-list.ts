import { Injectable } from '@nestjs/common';
import type { RevocationsAnswer } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Revocations } from '@tomekeeper/service-kit';
import { LRUCache } from 'lru-cache';
import { PoolSettings } from '../settings/pool-settings';

/** Clock skew that token verifiers tolerate. */
const SLACK_SECONDS = 300;
/**
 * Entries become visible at commit, possibly after entries with a later time. Each poll therefore returns the last 30
 * seconds again; duplicates are harmless.
 */
const OVERLAP_MS = 30_000;
const REMEMBERED = 10_000;

/** Revoked sessions whose tokens have not expired. All services poll this list. */
@Injectable()
export class RevocationList {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
  ) {}

  /** Revokes the tokens of these sessions as of the commit. */
  async add(tx: Transaction, originJtis: readonly string[]): Promise<void> {
    if (originJtis.length === 0) return;
    const { idTokenSeconds, accessTokenSeconds } = this.settings;
    // The session itself rejects refresh tokens, so an entry need only outlive the ID and access tokens.
    const seconds = Math.max(idTokenSeconds, accessTokenSeconds) + SLACK_SECONDS;
    await tx.query(
      `INSERT INTO revoked_origin (origin_jti, until)
       SELECT origin, now() + make_interval(secs => $2) FROM unnest($1::text[]) AS origin
       ON CONFLICT (origin_jti) DO NOTHING`,
      [[...originJtis], seconds],
    );
  }

  async includes(originJti: string): Promise<boolean> {
    const found = await this.uow.query('SELECT 1 FROM revoked_origin WHERE origin_jti = $1', [
      originJti,
    ]);
    return found.length > 0;
  }

  /** @param after cursor of the previous response; without it returns all current entries */
  async since(after: number): Promise<RevocationsAnswer> {
    const [clock] = await this.uow.query<{ now: string }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS now',
    );
    const rows = await this.uow.query<{ origin_jti: string; until: Date }>(
      `SELECT origin_jti, until FROM revoked_origin
        WHERE until > now() AND revoked_at > to_timestamp($1::double precision / 1000)`,
      [Math.max(0, after - OVERLAP_MS)],
    );
    return {
      revoked: rows.map((row) => ({
        origin_jti: row.origin_jti,
        until: row.until.toISOString(),
      })),
      cursor: clock?.now ?? '0',
    };
  }
}

/** Queries the table on every call, so that revocation takes effect in this service immediately. */
@Injectable()
export class DatabaseRevocations extends Revocations {
  /** Cached, because a revocation is final: a client that retries causes no queries. */
  private readonly revoked = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(private readonly list: RevocationList) {
    super();
  }

  async isRevoked(originJti: string): Promise<boolean> {
    if (this.revoked.has(originJti)) return true;
    const revoked = await this.list.includes(originJti);
    if (revoked) this.revoked.set(originJti, true);
    return revoked;
  }
}
