import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PoolClients } from '../clients/pool-clients';
import { SigningKeys } from '../signing-keys/signing-keys';
import { PoolSecret } from '../users/decoy-users';

/** Makes what the pool needs before anyone can use it; on a pool that has it, changes nothing. */
@Injectable()
export class PoolBoot implements OnModuleInit {
  constructor(
    private readonly secret: PoolSecret,
    private readonly clients: PoolClients,
    private readonly signingKeys: SigningKeys,
  ) {}

  async onModuleInit(): Promise<void> {
    // In this order: the secret's row is the pool, which the others refer to.
    await this.secret.ensure();
    await this.clients.ensure();
    await this.signingKeys.ensure();
  }
}
