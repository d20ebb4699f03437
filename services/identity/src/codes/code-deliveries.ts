import { Injectable } from '@nestjs/common';
import { PoolSecret } from '../users/pool-secret';
import type { Subject } from '../users/subjects';

/** Where a code went, as the protocol tells it. */
export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL' | 'SMS';
  AttributeName: 'email' | 'phone_number';
}

/** The masked address that a code was sent to, or would have been sent to if there were a user. */
@Injectable()
export class CodeDeliveries {
  constructor(private readonly secret: PoolSecret) {}

  to(email: string): CodeDelivery {
    return { Destination: masked(email), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
  }

  toPhone(phoneNumber: string): CodeDelivery {
    return {
      Destination: maskedPhone(phoneNumber),
      DeliveryMedium: 'SMS',
      AttributeName: 'phone_number',
    };
  }

  toPhoneOf({ id, user }: Subject): CodeDelivery {
    return this.toPhone(user?.phoneNumber || this.decoyPhone(id));
  }

  toSubject({ id, user, username }: Subject): CodeDelivery {
    if (user) return this.to(user.email);
    return this.to(username.kind === 'email' ? username.email : this.decoyAddress(id));
  }

  private decoyAddress(userId: string): string {
    const [one = 0, two = 0] = this.secret.derive('phantom-address', userId, 2);
    return `${letterOf(one)}@${letterOf(two)}`;
  }

  private decoyPhone(userId: string): string {
    const number = this.secret.derive('phantom-phone', userId, 4).readUInt32BE(0);
    return `+1${String(number).padStart(10, '0')}`;
  }
}

/** `jane@example.org` becomes `j***@e***`. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`;
}

/** `+15550100` becomes `+****0100`. */
function maskedPhone(phoneNumber: string): string {
  const digits = phoneNumber.slice(1);
  return `+${'*'.repeat(Math.max(digits.length - 4, 0))}${digits.slice(-4)}`;
}

const letterOf = (byte: number) => String.fromCharCode(97 + (byte % 26));
