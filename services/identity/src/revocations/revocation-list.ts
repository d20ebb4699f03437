import { Injectable } from '@nestjs/common';
import type { RevocationsAnswer } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Revocations } from '@tomekeeper/service-kit';
import { LRUCache } from 'lru-cache';
import { PoolSettings } from '../settings/pool-settings';

/** Clocks differ, and verifiers allow some seconds. */
const SLACK_SECONDS = 300;
/**
 * Entries become visible when their transaction commits, which may be after a later one did. Whoever
 * asks for news therefore gets the last half minute again; knowing an entry twice does no harm.
 */
const OVERLAP_MS = 30_000;
const REMEMBERED = 10_000;

/** Sessions that ended before their tokens ran out: the list that all services consult. */
@Injectable()
export class RevocationList {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
  ) {}

  /** Tokens of these sessions are refused from the commit on. */
  async add(tx: Transaction, originJtis: readonly string[]): Promise<void> {
    if (originJtis.length === 0) return;
    const { idTokenSeconds, accessTokenSeconds } = this.settings;
    // Refreshing is refused by the session itself, so an entry need only outlive the tokens.
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

  /** @param after cursor of an earlier answer; without it everything that still counts */
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

/** Identity asks its own table at every call, so that a session is over here at once. */
@Injectable()
export class DatabaseRevocations extends Revocations {
  /** Cached, as a revocation is final: a client that repeats its calls causes no queries. */
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
