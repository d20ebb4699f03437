import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PoolClients } from '../clients/pool-clients';
import { SigningKeys } from '../signing-keys/signing-keys';
import { PoolSecret } from '../users/decoy-users';

/** Creates the pool's secret, client and keys at first boot. Idempotent. */
@Injectable()
export class PoolBoot implements OnModuleInit {
  constructor(
    private readonly secret: PoolSecret,
    private readonly clients: PoolClients,
    private readonly signingKeys: SigningKeys,
  ) {}

  async onModuleInit(): Promise<void> {
    // The secret comes first: its row is the pool, which the other rows reference.
    await this.secret.ensure();
    await this.clients.ensure();
    await this.signingKeys.ensure();
  }
}
