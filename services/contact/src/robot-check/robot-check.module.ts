import { Module } from '@nestjs/common';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { ChallengeController } from './challenge.controller';
import { ProofOfWork } from './proof-of-work';
import { Recaptcha, RobotCheck, type PassedCheck } from './robot-check';

/** Accepts every request. */
class NoCheck extends RobotCheck {
  override verify(): Promise<PassedCheck> {
    return Promise.resolve({});
  }
}

/** Bot protection with the configured provider. */
@Module({
  controllers: [ChallengeController],
  providers: [
    ProofOfWork,
    { provide: RobotCheck, inject: [CONFIG, ProofOfWork], useFactory: robotCheckOf },
  ],
  exports: [RobotCheck],
})
export class RobotCheckModule {}

function robotCheckOf(config: Config, proofOfWork: ProofOfWork): RobotCheck {
  switch (config.ROBOT_CHECK) {
    case 'altcha':
      return proofOfWork;
    case 'recaptcha':
      if (!config.RECAPTCHA_SECRET_KEY)
        throw new Error('ROBOT_CHECK=recaptcha needs RECAPTCHA_SECRET_KEY.');
      return new Recaptcha(config.RECAPTCHA_SECRET_KEY, config.RECAPTCHA_VERIFY_URL);
    case 'none':
      return new NoCheck();
  }
}
