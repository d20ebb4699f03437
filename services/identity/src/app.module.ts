import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { newsMailDue } from '@tomekeeper/contracts-document';
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
import { NewsMailsModule } from './news-mails/news-mails.module';
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

/** Extension points for an installation's own implementations. */
export interface PoolExtensions {
  /** Sends text messages. The default implementation mails the message to the account's mailbox instead. */
  textMessages?: Type<TextMessages>;
  customChallenges?: CustomChallenges;
}

/** Our own user pool, which speaks the managed service's protocol. With a managed pool these modules are not loaded. */
const USER_POOL = [
  ...[ProtocolModule, KeyDocumentsModule],
  ...[SignInModule, PasskeysModule, OneTimeCodesModule, CustomChallengesModule],
  ...[MfaModule, DevicesModule, ReauthenticationModule],
  ...[RegistrationModule, RecoveryModule, PasswordsModule, ProfileModule],
  IdentityPoolModule,
];

/** User accounts and sign-in. */
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
          events: [newsMailDue],
          authImports: [RevocationsModule],
          revocations: {
            provide: Revocations,
            inject: [RevocationList],
            useFactory: (list: RevocationList) => new DatabaseRevocations(list),
          },
        }),
        ...[BootModule, MeModule, DirectoryModule, RevocationsModule, SessionsModule],
        ...[ExportModule, NewsMailsModule, OperatorsModule, SweepModule],
        ...(config.POOL_MANAGED ? [] : USER_POOL),
      ],
    };
  }
}
