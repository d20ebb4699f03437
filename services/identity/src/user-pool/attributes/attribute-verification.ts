import { Injectable } from '@nestjs/common';
import { Deliveries, type CodeDelivery } from '../codes/delivery';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import { EmailChanges } from './email-changes';
import { PhoneChanges } from './phone-changes';

/** The attributes that count only once a code has come back from them. */
@Injectable()
export class AttributeVerification {
  constructor(
    private readonly emails: EmailChanges,
    private readonly phones: PhoneChanges,
    private readonly deliveries: Deliveries,
  ) {}

  /** @returns where codes went */
  async request(
    user: PoolUser,
    { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
  ): Promise<CodeDelivery[]> {
    const address = email === undefined ? undefined : await this.emails.request(user, email);
    const phone =
      phoneNumber === undefined ? undefined : await this.phones.request(user, phoneNumber);
    return [
      ...(address ? [this.deliveries.to(address)] : []),
      ...(phone ? [this.deliveries.toPhone(phone)] : []),
    ];
  }

  async sendAgain(user: PoolUser, attribute: string): Promise<CodeDelivery> {
    return verifiable(attribute) === 'email'
      ? this.deliveries.to(await this.emails.sendAgain(user))
      : this.deliveries.toPhone(await this.phones.sendAgain(user));
  }

  async confirm(user: PoolUser, attribute: string, code: string): Promise<void> {
    return verifiable(attribute) === 'email'
      ? this.emails.confirm(user, code)
      : this.phones.confirm(user, code);
  }
}

function verifiable(attribute: string): 'email' | 'phone_number' {
  if (attribute === 'email' || attribute === 'phone_number') return attribute;
  throw refuse.invalidParameter('Only the attributes email and phone_number can be verified.');
}
