import { Injectable } from '@nestjs/common';
import { optionalText } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../sessions/access-tokens';
import { PoolSettings } from '../settings/pool-settings';
import { FirstFactorChoice } from '../sign-in/user-auth.flow';
import { factorSettings, SecondFactors } from '../users/pool-user';
import { subjectOf } from '../users/pool-users';
import { FactorChanges } from './factor-changes';
import { applyPreference, type WantedSettings } from './mfa-preference';
import { RecoveryCodes } from './recovery-codes';
import { SoftwareTokenSetup } from './software-token-setup';
import { SoftwareTokens } from './software-tokens';

const callerRequest = z.object({ AccessToken: z.string() });
const factor = z.object({
  Enabled: z.boolean().optional(),
  PreferredMfa: z.boolean().optional(),
});
const preferenceRequest = callerRequest.extend({
  SMSMfaSettings: factor.optional(),
  SoftwareTokenMfaSettings: factor.optional(),
  EmailMfaSettings: factor.optional(),
});
const associateRequest = z.object({
  AccessToken: z.string().optional(),
  Session: z.string().optional(),
});
const verifyRequest = associateRequest.extend({
  UserCode: z.string(),
  FriendlyDeviceName: optionalText('FriendlyDeviceName').default(''),
});

/** Operations on second factors. The managed service has none for recovery codes. */
@Injectable()
export class MfaOperations extends OperationGroup {
  readonly operations = {
    SetUserMFAPreference: operation(preferenceRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      const inUse = this.settings.mfa !== 'OFF';
      const ready = {
        SOFTWARE_TOKEN_MFA: inUse && (await this.tokens.nameOf(user.id)) !== undefined,
        EMAIL_OTP: inUse && user.emailVerified,
        SMS_MFA: inUse && user.phoneNumberVerified,
      };
      const wanted: WantedSettings = {
        SOFTWARE_TOKEN_MFA: input.SoftwareTokenMfaSettings,
        EMAIL_OTP: input.EmailMfaSettings,
        SMS_MFA: input.SMSMfaSettings,
      };
      await this.uow.run((tx) =>
        this.changes.change(tx, user, (present) => {
          const next = applyPreference(present, wanted, ready);
          const lost = present.kinds.length > 0 && next.kinds.length === 0;
          if (lost && this.settings.mfa === 'ON') throw refuse.lastFactor();
          return next;
        }),
      );
      return {};
    }),
    /** Returns the user's first factors. */
    GetUserAuthFactors: operation(callerRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      const open = await this.firstFactors.openTo(subjectOf(user));
      return {
        Username: user.id,
        ...factorSettings(await this.factors.of(user.id)),
        // Both password methods (plain and SRP) are one factor.
        ConfiguredUserAuthFactors: open
          .map(({ name }) => name)
          .filter((name) => name !== 'PASSWORD_SRP'),
      };
    }),
    /** Starts the setup of an authenticator app, in a session or during a sign-in. */
    AssociateSoftwareToken: operation(associateRequest, async (input) => {
      if (this.settings.mfa === 'OFF') throw refuse.mfaOff();
      if (input.AccessToken === undefined) return this.setup.beginInSignIn(input.Session);
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      return { SecretCode: await this.setup.begin(user.id) };
    }),
    VerifySoftwareToken: operation(verifyRequest, async (input) => {
      const { AccessToken, Session, UserCode, FriendlyDeviceName } = input;
      if (AccessToken === undefined) {
        const session = await this.setup.proveInSignIn(Session, UserCode, FriendlyDeviceName);
        return { Status: 'SUCCESS', Session: session };
      }
      const { user } = await this.accessTokens.verifyProved(AccessToken);
      await this.setup.prove(user, UserCode, FriendlyDeviceName);
      return { Status: 'SUCCESS' };
    }),
    CreateRecoveryCodes: operation(callerRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      const { kinds } = await this.factors.of(user.id);
      if (!kinds.includes('SOFTWARE_TOKEN_MFA')) throw refuse.noSoftwareToken();
      return { RecoveryCodes: await this.recoveryCodes.make(user) };
    }),
    DescribeRecoveryCodes: operation(callerRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      return { RecoveryCodesLeft: await this.recoveryCodes.count(user.id) };
    }),
  };

  constructor(
    private readonly settings: PoolSettings,
    private readonly uow: UnitOfWork,
    private readonly accessTokens: AccessTokens,
    private readonly factors: SecondFactors,
    private readonly firstFactors: FirstFactorChoice,
    private readonly tokens: SoftwareTokens,
    private readonly setup: SoftwareTokenSetup,
    private readonly changes: FactorChanges,
    private readonly recoveryCodes: RecoveryCodes,
  ) {
    super();
  }
}
