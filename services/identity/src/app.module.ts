import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { serviceModules } from '@tomekeeper/operations';
import { Revocations, type Log } from '@tomekeeper/service-kit';
import { BootModule } from './boot/boot.module';
import type { Config } from './config';
import { CUSTOM_CHALLENGES, type CustomChallenges } from './custom-challenges/custom-challenges';
import { CustomChallengesModule } from './custom-challenges/custom-challenges.module';
import { entities, migrations } from './db/schema';
import { DevicesModule } from './devices/devices.module';
import { DirectoryModule } from './directory/directory.module';
import { ExportModule } from './export/export.module';
import { IdentityPoolModule } from './identity-pool/identity-pool.module';
import { eraseLeftovers } from './me/managed-erasures';
import { MeModule } from './me/me.module';
import { TEXT_MESSAGES_CLASS, type TextMessages } from './messages/text-messages';
import { MfaModule } from './mfa/mfa.module';
import { OneTimeCodesModule } from './one-time-codes/one-time-codes.module';
import { OperatorsModule } from './operators/operators.module';
import { PasskeysModule } from './passkeys/passkeys.module';
import { PasswordsModule } from './passwords/passwords.module';
import { ProfileModule } from './profile/profile.module';
import { ProtocolModule } from './protocol/protocol.module';
import { ReauthenticationModule } from './reauthentication/reauthentication.module';
import { RecoveryModule } from './recovery/recovery.module';
import { RegistrationModule } from './registration/registration.module';
import { DatabaseRevocations, RevocationList } from './revocations/revocation-list';
import { RevocationsModule } from './revocations/revocations.module';
import { SessionsModule } from './sessions/sessions.module';
import { SignInModule } from './sign-in/sign-in.module';
import { KeyDocumentsModule } from './signing-keys/signing-keys.module';
import { SWEEP_EVERY_MS, sweepExpired } from './sweep/sweep';
import { SweepModule } from './sweep/sweep.module';

/** What an installation can put in the place of what is built in. */
export interface PoolExtensions {
  /** Sends text messages; without one they go to the mailbox. */
  textMessages?: Type<TextMessages>;
  customChallenges?: CustomChallenges;
}

/** Our own user pool behind the protocol of the managed one. With a managed pool this service has none of it. */
const USER_POOL = [
  ...[ProtocolModule, KeyDocumentsModule],
  ...[SignInModule, PasskeysModule, OneTimeCodesModule, CustomChallengesModule],
  ...[MfaModule, DevicesModule, ReauthenticationModule],
  ...[RegistrationModule, RecoveryModule, PasswordsModule, ProfileModule],
  IdentityPoolModule,
];

/** Users of the product, and their sign-in. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log, extensions: PoolExtensions = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'identity',
          config,
          log,
          values: [
            { provide: TEXT_MESSAGES_CLASS, useValue: extensions.textMessages },
            { provide: CUSTOM_CHALLENGES, useValue: extensions.customChallenges },
          ],
          jobs: [sweepExpired, eraseLeftovers],
          schedules: [{ job: sweepExpired, everyMs: SWEEP_EVERY_MS }],
          entities,
          migrations,
          authImports: [RevocationsModule],
          revocations: {
            provide: Revocations,
            inject: [RevocationList],
            useFactory: (list: RevocationList) => new DatabaseRevocations(list),
          },
        }),
        ...[BootModule, MeModule, DirectoryModule, RevocationsModule, SessionsModule],
        ...[ExportModule, OperatorsModule, SweepModule],
        ...(config.POOL_MANAGED ? [] : USER_POOL),
      ],
    };
  }
}
