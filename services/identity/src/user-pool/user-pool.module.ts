import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Config } from '../config';
import { MAIL_KEYRING, MailRequests } from '../mails/mail-requests';
import { RevocationList } from '../revocations/revocation-list';
import { KeyDocumentsController } from '../signing-keys/key-documents.controller';
import { SigningKeys } from '../signing-keys/signing-keys';
import { AccountDeletion } from './account/account-deletion';
import { AccountOperations } from './account/account.operations';
import { ProtectionMails } from './audit/protection-mails';
import { SecurityEvents } from './audit/security-events';
import { OperatorAccounts } from './admin/operator-accounts';
import { OperatorCommands } from './admin/operator-commands';
import { Resealing } from './admin/resealing';
import { DeviceSettings } from './devices/device-settings';
import { DeviceOperations } from './devices/device.operations';
import { Devices } from './devices/devices';
import { NewDevices } from './devices/new-devices';
import { AttributeOperations } from './attributes/attribute.operations';
import { EarlierAddresses } from './attributes/earlier-addresses';
import { EmailChangeUndos } from './attributes/email-change-undos';
import { EmailUndoOperations } from './attributes/email-undo.operations';
import { AttributeVerification } from './attributes/attribute-verification';
import { EmailChanges } from './attributes/email-changes';
import { PhoneChanges } from './attributes/phone-changes';
import { PoolClients } from './clients/pool-clients';
import { CodeMails } from './codes/code-mails';
import { Deliveries } from './codes/delivery';
import { VerificationCodes } from './codes/verification-codes';
import { PasswordLockout } from './lockout/password-lockout';
import { Quotas } from './lockout/quotas';
import { Sources } from './lockout/sources';
import { MfaChanges } from './mfa/mfa-changes';
import { MfaFactors } from './mfa/mfa-factors';
import { MfaPreferenceOperations } from './mfa/mfa-preference.operations';
import { UserAuthFactorOperations } from './mfa/user-auth-factor.operations';
import { RecoveryCodeOperations } from './mfa/recovery-code.operations';
import { RecoveryCodes } from './mfa/recovery-codes';
import { RecoverySignIn } from './mfa/recovery-sign-in';
import { SecondFactors } from './mfa/second-factors';
import { SoftwareTokenSetup } from './mfa/software-token-setup';
import { SoftwareTokenOperations } from './mfa/software-token.operations';
import { SoftwareTokens } from './mfa/software-tokens';
import { FactorRemoval } from './passwords/factor-removal';
import { FirstOwnPasswords } from './passwords/first-own-passwords';
import { ForgottenPasswordOperations } from './passwords/forgotten-password.operations';
import { CommonPasswordOperations } from './passwords/common-password.operations';
import { CommonPasswords } from './passwords/common-passwords';
import { Groups } from './groups/groups';
import { IdentityPoolSettings } from './identity-pool/identity-pool-settings';
import { IdentityPoolOperations } from './identity-pool/identity-pool.operations';
import { TokenExchange } from './identity-pool/token-exchange';
import { PasskeyAssertions } from './passkeys/passkey-assertions';
import { PasskeyRegistration } from './passkeys/passkey-registration';
import { PasskeyOperations } from './passkeys/passkey.operations';
import { Passkeys } from './passkeys/passkeys';
import { RelyingParty } from './passkeys/relying-party';
import { PasswordChanges } from './passwords/password-changes';
import { PasswordResets } from './passwords/password-resets';
import { Passwords } from './passwords/passwords';
import { TemporaryPasswords } from './passwords/temporary-passwords';
import { PoolBoot } from './pool-boot';
import { POOL_KEYRING, PoolSettings } from './pool-settings';
import { identityPoolOf, settingsOf } from './settings-of-config';
import { IdentityProofs } from './reauthentication/identity-proofs';
import { Reauthentication } from './reauthentication/reauthentication';
import { ReauthenticationOperations } from './reauthentication/reauthentication.operations';
import { collectOperations, OPERATIONS } from './protocol/operations';
import { UserPoolController } from './protocol/user-pool.controller';
import { AuthSessions } from './sign-in/auth-sessions';
import { CUSTOM_CHALLENGES, type CustomChallenges } from './sign-in/custom/custom-challenges';
import { CustomSteps } from './sign-in/custom/custom-steps';
import { FirstFactors } from './sign-in/first-factors/first-factors';
import { PasswordAccounts } from './sign-in/password-accounts';
import { PasswordProofs } from './sign-in/password-proofs';
import { SignInCodeMessages } from './sign-in/sign-in-code-messages';
import { SignInCodes } from './sign-in/sign-in-codes';
import { SignInCompletion } from './sign-in/sign-in-completion';
import { SignInOperations } from './sign-in/sign-in.operations';
import { SignInSessions } from './sign-in/sign-in-sessions';
import { SrpChallenges } from './sign-in/srp-challenges';
import { ConfirmByLinkController } from './sign-up/confirm-by-link.controller';
import { SignUpOperations } from './sign-up/sign-up.operations';
import { SignUps } from './sign-up/sign-ups';
import { WaitingSignUps } from './sign-up/waiting-sign-ups';
import { ModularPower } from './srp/modular-power';
import { Srp } from './srp/srp';
import { Sweep } from './sweep/sweep';
import { MailedTextMessages, TextMessages } from './text-messages/text-messages';
import { AccessTokens } from './tokens/access-tokens';
import { IdTokens } from './tokens/id-tokens';
import { SessionList } from './tokens/session-list';
import { TokenIssuer } from './tokens/token-issuer';
import { TokenOperations } from './tokens/token.operations';
import { UserSessions } from './tokens/user-sessions';
import { PhantomUsers } from './users/phantom-users';
import { PoolSecret } from './users/pool-secret';
import { PoolUsers } from './users/pool-users';
import { Subjects } from './users/subjects';
import { SIGN_IN_PARTS } from './sign-in.providers';

/** Everything that clients can call. */
const OPERATION_GROUPS = [
  SignUpOperations,
  SignInOperations,
  TokenOperations,
  ForgottenPasswordOperations,
  CommonPasswordOperations,
  AccountOperations,
  AttributeOperations,
  EmailUndoOperations,
  ReauthenticationOperations,
  MfaPreferenceOperations,
  RecoveryCodeOperations,
  SoftwareTokenOperations,
  UserAuthFactorOperations,
  PasskeyOperations,
  DeviceOperations,
  IdentityPoolOperations,
];

/** What an installation can put in the place of what is built in. */
export interface PoolExtensions {
  /** Sends text messages; without one they go to the mailbox. */
  textMessages?: Type<TextMessages>;
  customChallenges?: CustomChallenges;
}

/** Our own user pool: accounts, passwords, sessions and tokens behind the protocol of the managed one. */
@Global()
@Module({})
export class UserPoolModule {
  static forRoot(config: Config, extensions: PoolExtensions = {}): DynamicModule {
    return {
      module: UserPoolModule,
      // With a managed pool none of this is here: its endpoint and its keys are elsewhere.
      controllers: config.POOL_MANAGED
        ? []
        : [UserPoolController, ConfirmByLinkController, KeyDocumentsController],
      providers: [
        { provide: PoolSettings, useValue: settingsOf(config) },
        { provide: DeviceSettings, useValue: new DeviceSettings(config.DEVICES) },
        { provide: IdentityPoolSettings, useValue: identityPoolOf(config) },
        { provide: RelyingParty, useValue: new RelyingParty(config.PUBLIC_URL) },
        { provide: POOL_KEYRING, useValue: config.POOL_KEYS },
        { provide: MAIL_KEYRING, useValue: config.MAIL_SEAL_KEYS },
        ...SIGN_IN_PARTS,
        ...OPERATION_GROUPS,
        { provide: OPERATIONS, inject: OPERATION_GROUPS, useFactory: collectOperations },
        AccessTokens,
        AccountDeletion,
        AuthSessions,
        AttributeVerification,
        CodeMails,
        CommonPasswords,
        CustomSteps,
        Deliveries,
        EarlierAddresses,
        EmailChanges,
        EmailChangeUndos,
        IdentityProofs,
        FactorRemoval,
        MailRequests,
        FirstFactors,
        FirstOwnPasswords,
        MfaChanges,
        MfaFactors,
        ModularPower,
        PasswordAccounts,
        PasswordChanges,
        Devices,
        IdTokens,
        TokenExchange,
        NewDevices,
        OperatorAccounts,
        OperatorCommands,
        PasskeyAssertions,
        PasskeyRegistration,
        Passkeys,
        PasswordLockout,
        PasswordProofs,
        PasswordResets,
        Passwords,
        PhantomUsers,
        PhoneChanges,
        ProtectionMails,
        Reauthentication,
        PoolBoot,
        PoolClients,
        PoolSecret,
        PoolUsers,
        Quotas,
        RecoveryCodes,
        RecoverySignIn,
        RevocationList,
        SecondFactors,
        Resealing,
        SecurityEvents,
        SessionList,
        SignInCodeMessages,
        SignInCodes,
        SignInCompletion,
        SignInSessions,
        SoftwareTokenSetup,
        SoftwareTokens,
        Sources,
        TemporaryPasswords,
        { provide: TextMessages, useClass: extensions.textMessages ?? MailedTextMessages },
        { provide: CUSTOM_CHALLENGES, useValue: extensions.customChallenges },
        SignUps,
        SigningKeys,
        Srp,
        SrpChallenges,
        Subjects,
        Sweep,
        Groups,
        TokenIssuer,
        UserSessions,
        VerificationCodes,
        WaitingSignUps,
      ],
      exports: [
        AccountDeletion,
        EarlierAddresses,
        PoolSettings,
        PoolUsers,
        RevocationList,
        SecurityEvents,
        SessionList,
        UserSessions,
      ],
    };
  }
}
