import type { Provider } from '@nestjs/common';
import { DevicePasswordVerifierChallenge } from './devices/device-password-verifier.challenge';
import { DeviceSrpChallenge } from './devices/device-srp.challenge';
import { DeviceStep } from './devices/device-step';
import { MfaSetupChallenge } from './mfa/mfa-setup.challenge';
import { MfaStep } from './mfa/mfa-step';
import { SelectMfaTypeChallenge } from './mfa/select-mfa-type.challenge';
import { SoftwareTokenChallenge } from './mfa/software-token.challenge';
import { WebAuthnChallenge } from './passkeys/web-authn.challenge';
import type { AuthFlow, ChallengeHandler } from './sign-in/challenge';
import {
  EmailCodeChallenge,
  SmsFirstFactorChallenge,
  SmsSecondFactorChallenge,
} from './sign-in/code.challenge';
import { NewPasswordStep } from './sign-in/new-password-step';
import { NewPasswordChallenge } from './sign-in/new-password.challenge';
import { CustomFlow } from './sign-in/custom/custom-flow';
import { CustomChallenge } from './sign-in/custom/custom.challenge';
import { EmailCodeFactor, SmsCodeFactor } from './sign-in/first-factors/code.factors';
import { FIRST_FACTORS, type FirstFactor } from './sign-in/first-factors/first-factor';
import { PasskeyFactor } from './sign-in/first-factors/passkey.factor';
import { PasswordSrpFactor } from './sign-in/first-factors/password-srp.factor';
import { PasswordFactor } from './sign-in/first-factors/password.factor';
import { PasswordFlow } from './sign-in/password-flow';
import { PasswordVerifierChallenge } from './sign-in/password-verifier.challenge';
import { RefreshFlow } from './sign-in/refresh-flow';
import type { SignInStep } from './sign-in/progress';
import { SIGN_IN_STEPS } from './sign-in/sign-in-completion';
import { AUTH_FLOWS, CHALLENGE_HANDLERS } from './sign-in/sign-in.operations';
import { SelectChallenge } from './sign-in/select.challenge';
import { SrpFlow } from './sign-in/srp-flow';
import { UserAuthFlow } from './sign-in/user-auth-flow';

/** Ways to begin a sign-in; a new one is added here and nowhere else. */
const FLOWS = [SrpFlow, PasswordFlow, UserAuthFlow, CustomFlow, RefreshFlow];
/** What people can choose to begin with, in the order in which it is offered. */
const FACTORS = [PasswordFactor, PasswordSrpFactor, EmailCodeFactor, SmsCodeFactor, PasskeyFactor];
/** Steps of a sign-in; likewise. */
const CHALLENGES = [
  CustomChallenge,
  SelectChallenge,
  NewPasswordChallenge,
  PasswordVerifierChallenge,
  EmailCodeChallenge,
  SmsFirstFactorChallenge,
  SmsSecondFactorChallenge,
  SoftwareTokenChallenge,
  SelectMfaTypeChallenge,
  MfaSetupChallenge,
  WebAuthnChallenge,
  DeviceSrpChallenge,
  DevicePasswordVerifierChallenge,
];
/** What stands between the first factor and the tokens, in this order. */
const STEPS = [NewPasswordStep, DeviceStep, MfaStep];
/** What a sign-in is made of, each kind also as the list that sign-in works through. */
export const SIGN_IN_PARTS: Provider[] = [
  ...FLOWS,
  ...FACTORS,
  ...CHALLENGES,
  ...STEPS,
  {
    provide: AUTH_FLOWS,
    inject: FLOWS,
    useFactory: (...flows: AuthFlow[]) => flows,
  },
  {
    provide: CHALLENGE_HANDLERS,
    inject: CHALLENGES,
    useFactory: (...handlers: ChallengeHandler[]) => handlers,
  },
  {
    provide: FIRST_FACTORS,
    inject: FACTORS,
    useFactory: (...factors: FirstFactor[]) => factors,
  },
  {
    provide: SIGN_IN_STEPS,
    inject: STEPS,
    useFactory: (...steps: SignInStep[]) => steps,
  },
];
