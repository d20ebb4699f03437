import { Injectable } from '@nestjs/common';
import { Revocations } from '@tomekeeper/service-kit';
import { LRUCache } from 'lru-cache';
import { RevocationList } from './revocation-list';

const REMEMBERED = 10_000;

/** Identity asks its own table at every call, so that a session is over here at once. */
@Injectable()
export class DatabaseRevocations extends Revocations {
  /** Safe to remember: what is revoked stays so. Spares the database from a client that goes on. */
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
