import { Module } from '@nestjs/common';
import { LockoutModule } from '../lockout/lockout.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { UsersModule } from '../users/users.module';
import { CustomChallenge, CustomFlow, CustomSteps } from './custom-challenges';

/** Sign-in with custom challenges that the installation implements (`CUSTOM_CHALLENGES`). */
@Module({
  imports: [LockoutModule, SignInModule, UsersModule],
  providers: [CustomFlow, CustomChallenge, CustomSteps],
})
export class CustomChallengesModule {}
