import { Injectable } from '@nestjs/common';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import type { z } from 'zod';
import { forgetSubscriber } from '../subscriptions/forget-subscriber';
import { Mails } from './mails';
import { openRequest } from './sealed-request';

/** Erases what is kept under the addresses of a deleted account: the present one and earlier ones. */
@Injectable()
export class AddressErasure {
  constructor(
    private readonly keyring: Keyring,
    private readonly mails: Mails,
  ) {}

  @HandlesEvent(addressDeleted)
  async onAddressDeleted(
    { sealed }: z.infer<typeof addressDeleted.payload>,
    tx: Transaction,
  ): Promise<void> {
    await this.erase(this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString(), tx);
  }

  /** Who leaves the product wants no news of it either, and nothing of theirs may stay. */
  async erase(email: string, tx: Transaction): Promise<void> {
    await forgetSubscriber(email, tx);
    await this.mails.eraseFailed(tx, (failed) => openRequest(failed, this.keyring)?.to === email);
  }
}
