import { Injectable } from '@nestjs/common';
import { PasswordLockout } from '../lockout/password-lockout';
import { MfaChanges } from '../mfa/mfa-changes';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from './challenge';
import { required } from './parameters';
import { sentCode, SignInCodes, type CodeChallengeName } from './sign-in-codes';
import { SignInCompletion } from './sign-in-completion';
import { SignInSessions } from './sign-in-sessions';

/** Takes a code that was sent: in place of a password, or after one. */
@Injectable()
abstract class CodeChallenge implements ChallengeHandler {
  abstract readonly name: CodeChallengeName;

  constructor(
    private readonly sessions: SignInSessions,
    private readonly lockout: PasswordLockout,
    private readonly codes: SignInCodes,
    private readonly changes: MfaChanges,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { EMAIL_MFA_CODE: alias, ...responses } = request.responses;
    const code = required(
      { ...(alias ? { EMAIL_OTP_CODE: alias } : {}), ...responses },
      `${this.name}_CODE`,
    );
    const { subjectId, user, proofs, extra, finish } = await this.sessions.resume(
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

@Injectable()
export class EmailCodeChallenge extends CodeChallenge {
  readonly name = 'EMAIL_OTP';
}

@Injectable()
export class SmsFirstFactorChallenge extends CodeChallenge {
  readonly name = 'SMS_OTP';
}

@Injectable()
export class SmsSecondFactorChallenge extends CodeChallenge {
  readonly name = 'SMS_MFA';
}
