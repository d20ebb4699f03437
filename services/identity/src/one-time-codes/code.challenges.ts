import { Injectable } from '@nestjs/common';
import { GuessLockout } from '../lockout/guess-lockout';
import { FactorChanges } from '../mfa/factor-changes';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PendingChallenges } from '../sign-in/pending-challenges';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import {
  newProofs,
  ChallengeHandler,
  FirstFactor,
  required,
  SecondFactor,
  type AuthAnswer,
  type ChallengeResponse,
  type FirstFactorRequest,
  type Progress,
} from '../sign-in/sign-in-parts';
import { DecoyUsers } from '../users/decoy-users';
import { SecondFactors } from '../users/pool-user';
import { subjectOf, type Subject } from '../users/pool-users';
import { sentCode, SignInCodes, type CodeChallengeName } from './sign-in-codes';

/** Verifies a sent code, as a first or second factor. */
@Injectable()
abstract class CodeChallenge implements ChallengeHandler {
  abstract readonly name: CodeChallengeName;

  constructor(
    private readonly pending: PendingChallenges,
    private readonly lockout: GuessLockout,
    protected readonly codes: SignInCodes,
    private readonly changes: FactorChanges,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { EMAIL_MFA_CODE: alias, ...responses } = request.responses;
    const code = required(
      { ...(alias ? { EMAIL_OTP_CODE: alias } : {}), ...responses },
      `${this.name}_CODE`,
    );
    const { subjectId, user, proofs, extra, finish } = await this.pending.resume(
      this.name,
      request,
      sentCode,
    );
    const right = await this.lockout.guard(
      subjectId,
      async () => this.codes.matches(subjectId, extra, code),
      {
        what: proofs.first ? 'second-factor' : 'first-factor-code',
        device: responses['DEVICE_KEY'],
      },
    );
    if (!right || !user) throw refuse.wrongSignInCode();
    await finish();
    if (extra.setup) await this.changes.turnOnAlone(user, 'EMAIL_OTP');
    const proof = this.name === 'EMAIL_OTP' ? 'email-code' : 'sms-code';
    return this.completion.complete({
      user,
      client: request.client,
      proofs: proofs.first
        ? { ...proofs, first: proofs.first, second: proof }
        : { ...proofs, first: proof },
      responses: request.responses,
    });
  }
}

@ChallengeHandler()
@SecondFactor()
@Injectable()
export class EmailCodeChallenge extends CodeChallenge implements SecondFactor {
  readonly name = 'EMAIL_OTP';
  readonly kind = 'EMAIL_OTP';

  ask({ client, user, proofs }: Progress, setup = false): Promise<AuthAnswer> {
    return this.codes.ask(this.name, client, subjectOf(user), proofs, setup);
  }
}

@ChallengeHandler()
@SecondFactor()
@Injectable()
export class SmsSecondFactorChallenge extends CodeChallenge implements SecondFactor {
  readonly name = 'SMS_MFA';
  readonly kind = 'SMS_MFA';

  ask({ client, user, proofs }: Progress): Promise<AuthAnswer> {
    return this.codes.ask(this.name, client, subjectOf(user), proofs);
  }
}

@ChallengeHandler()
@Injectable()
export class SmsFirstFactorChallenge extends CodeChallenge {
  readonly name = 'SMS_OTP';
}

/** A sent code as the first factor. Unavailable to users with a second factor, which requires more proof than a mailbox. */
@Injectable()
abstract class CodeFactor implements FirstFactor {
  abstract readonly name: 'EMAIL_OTP' | 'SMS_OTP';

  constructor(
    private readonly settings: PoolSettings,
    private readonly factors: SecondFactors,
    private readonly codes: SignInCodes,
    protected readonly decoys: DecoyUsers,
  ) {}

  protected abstract canReceiveCodes(subject: Subject): boolean;

  async isOpenTo(subject: Subject): Promise<boolean> {
    return this.canReceiveCodes(subject) && !(await this.needsSecondFactor(subject));
  }

  begin({ client, subject, username }: FirstFactorRequest): Promise<AuthAnswer> {
    return this.codes.ask(this.name, client, subject, newProofs(username, subject.user));
  }

  private async needsSecondFactor({ id, user }: Subject): Promise<boolean> {
    if (this.settings.mfa !== 'OPTIONAL') return this.settings.mfa === 'ON';
    const { kinds } = await this.factors.of(id);
    return user ? kinds.length > 0 : this.decoys.seemToHave('second-factor', id);
  }
}

@FirstFactor()
@Injectable()
export class EmailCodeFactor extends CodeFactor {
  readonly name = 'EMAIL_OTP';

  protected canReceiveCodes(): boolean {
    return true;
  }
}

@FirstFactor()
@Injectable()
export class SmsCodeFactor extends CodeFactor {
  readonly name = 'SMS_OTP';

  protected canReceiveCodes({ id, user }: Subject): boolean {
    return user ? user.phoneNumberVerified : this.decoys.seemToHave('phone', id);
  }
}
