import { Injectable } from '@nestjs/common';
import { networkOf } from '@tomekeeper/http-guard';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { caller } from '../caller/caller';
import { PoolSecret } from '../users/decoy-users';

const SOURCE_BYTES = 16;
/** Sources of one account that are remembered; beyond, the ones that were not used for longest are not. */
export const MAX_KNOWN_SOURCES = 30;

/**
 * Where guesses at an account come from: a device that it remembers, or a network. Kept as keyed hashes,
 * different ones for each account, so that rows tell neither an address nor who shares one.
 */
@Injectable()
export class Sources {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly secret: PoolSecret,
  ) {}

  /** The network of the request that is worked on, as it counts for this account. */
  network(userId: string): string {
    return this.hashed('network', userId, networkOf(caller().address));
  }

  /** The device if the account remembers it, else the network. Knowing a device's key counts as having the device. */
  async of(userId: string, deviceKey: string | undefined): Promise<string> {
    if (!deviceKey) return this.network(userId);
    const [device] = await this.uow.query(
      'SELECT 1 FROM device WHERE user_id = $1 AND device_key = $2 AND remembered',
      [userId, deviceKey],
    );
    return device ? this.hashed('device', userId, deviceKey) : this.network(userId);
  }

  /** Whether the account's owner has signed in from there, or it is a device of theirs. */
  async isKnown(
    userId: string,
    source: string,
    within: Pick<Transaction, 'query'> = this.uow,
  ): Promise<boolean> {
    if (source.startsWith('device.')) return true;
    const known = await within.query(
      'SELECT 1 FROM known_source WHERE user_id = $1 AND source = $2',
      [userId, source],
    );
    return known.length > 0;
  }

  private hashed(kind: 'network' | 'device', userId: string, what: string): string {
    const bytes = this.secret.derive('guess-source', `${userId}|${kind}|${what}`, SOURCE_BYTES);
    return `${kind}.${bytes.toString('base64url')}`;
  }
}
