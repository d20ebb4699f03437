import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import { AuditModule } from '../audit/audit.module';
import type { Config } from '../config';
import { MessagesModule } from '../messages/messages.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { RelyingParty, PasskeyAssertions } from './passkey-assertions';
import { PasskeyRegistration } from './passkey-registration';
import { PasskeyFactor, WebAuthnChallenge } from './passkey-sign-in';
import { PasskeyOperations } from './passkey.operations';
import { Passkeys } from './passkeys';

/** Passkeys: registration, removal and sign-in. */
@Module({
  imports: [AuditModule, MessagesModule, SessionsModule, SignInModule, UsersModule],
  providers: [
    PasskeyOperations,
    ...[PasskeyFactor, WebAuthnChallenge],
    ...[Passkeys, PasskeyAssertions, PasskeyRegistration],
    {
      provide: RelyingParty,
      inject: [CONFIG],
      useFactory: (config: Config) => new RelyingParty(config.PUBLIC_URL),
    },
  ],
  exports: [PasskeyAssertions],
})
export class PasskeysModule {}
