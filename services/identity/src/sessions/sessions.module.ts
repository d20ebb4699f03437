import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { LockoutModule } from '../lockout/lockout.module';
import { RevocationsModule } from '../revocations/revocations.module';
import { SettingsModule } from '../settings/settings.module';
import { SigningKeysModule } from '../signing-keys/signing-keys.module';
import { UsersModule } from '../users/users.module';
import { TokenIssuer } from './token-issuer';
import { AccessTokens } from './access-tokens';
import { LogoutController } from './logout.controller';
import { RefreshTokens } from './refresh-tokens';
import { SessionOperations } from './session.operations';
import { UserSessions } from './user-sessions';

@Module({
  imports: [
    AuditModule,
    ClientsModule,
    LockoutModule,
    RevocationsModule,
    SettingsModule,
    SigningKeysModule,
    UsersModule,
  ],
  controllers: [LogoutController],
  providers: [SessionOperations, UserSessions, RefreshTokens, AccessTokens, TokenIssuer],
  exports: [UserSessions, RefreshTokens, AccessTokens, TokenIssuer],
})
export class SessionsModule {}
