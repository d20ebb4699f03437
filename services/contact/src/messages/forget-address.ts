import { Injectable } from '@nestjs/common';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import type { z } from 'zod';

/** With an account goes what its owner has written to us: it was kept by address, not by id. */
@Injectable()
export class ForgetAddress {
  constructor(private readonly keyring: Keyring) {}

  @HandlesEvent(addressDeleted)
  async onAddressDeleted(
    { sealed }: z.infer<typeof addressDeleted.payload>,
    tx: Transaction,
  ): Promise<void> {
    const email = this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString();
    await tx.query('DELETE FROM message WHERE email = $1', [email]);
  }
}
