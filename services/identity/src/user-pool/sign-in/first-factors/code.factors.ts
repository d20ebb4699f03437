import { Injectable } from '@nestjs/common';
import { MfaFactors } from '../../mfa/mfa-factors';
import { PoolSettings } from '../../pool-settings';
import { PhantomUsers } from '../../users/phantom-users';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer } from '../challenge';
import { began } from '../progress';
import { SignInCodes } from '../sign-in-codes';
import type { FirstFactor, FirstFactorRequest } from './first-factor';

/**
 * A code in place of a password. Whoever has asked for a second factor wants more than a mailbox to be
 * proved, so it is not open to them.
 */
@Injectable()
abstract class CodeFactor implements FirstFactor {
  abstract readonly name: 'EMAIL_OTP' | 'SMS_OTP';

  constructor(
    private readonly settings: PoolSettings,
    private readonly factors: MfaFactors,
    private readonly codes: SignInCodes,
    protected readonly phantoms: PhantomUsers,
  ) {}

  /** Whether there is somewhere to send a code to. */
  protected abstract reaches(subject: Subject): boolean;

  async isOpenTo(subject: Subject): Promise<boolean> {
    return this.reaches(subject) && !(await this.asksForMore(subject));
  }

  begin({ client, subject, username }: FirstFactorRequest): Promise<AuthAnswer> {
    return this.codes.ask(this.name, client, subject, began(username, subject.user));
  }

  private async asksForMore({ id, user }: Subject): Promise<boolean> {
    if (this.settings.mfa !== 'OPTIONAL') return this.settings.mfa === 'ON';
    const { kinds } = await this.factors.of(id);
    return user ? kinds.length > 0 : this.phantoms.seemToHave('second-factor', id);
  }
}

@Injectable()
export class EmailCodeFactor extends CodeFactor {
  readonly name = 'EMAIL_OTP';

  protected reaches(): boolean {
    return true;
  }
}

@Injectable()
export class SmsCodeFactor extends CodeFactor {
  readonly name = 'SMS_OTP';

  protected reaches({ id, user }: Subject): boolean {
    return user ? user.phoneNumberVerified : this.phantoms.seemToHave('phone', id);
  }
}
