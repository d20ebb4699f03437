import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { PoolSettings } from '../pool-settings';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../tokens/access-tokens';
import { MfaChanges } from './mfa-changes';
import { applyPreference, type WantedSettings } from './mfa-preference';
import { SoftwareTokens } from './software-tokens';

const factor = z.object({
  Enabled: z.boolean().optional(),
  PreferredMfa: z.boolean().optional(),
});
const preferenceRequest = z.object({
  AccessToken: z.string(),
  SMSMfaSettings: factor.optional(),
  SoftwareTokenMfaSettings: factor.optional(),
  EmailMfaSettings: factor.optional(),
});

/** Which second factors signing in asks for. */
@Injectable()
export class MfaPreferenceOperations extends OperationGroup {
  readonly operations = {
    SetUserMFAPreference: operation(preferenceRequest, (input) => this.set(input)),
  };

  constructor(
    private readonly settings: PoolSettings,
    private readonly uow: UnitOfWork,
    private readonly accessTokens: AccessTokens,
    private readonly tokens: SoftwareTokens,
    private readonly changes: MfaChanges,
  ) {
    super();
  }

  private async set(input: z.infer<typeof preferenceRequest>): Promise<object> {
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
  }
}
