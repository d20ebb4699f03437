import type { Config } from '../config';
import { ProofOfWork } from './proof-of-work';
import { Recaptcha } from './recaptcha';
import { RobotCheck, type PassedCheck } from './robot-check';

/** Lets everyone through. */
class NoCheck extends RobotCheck {
  override verify(): Promise<PassedCheck> {
    return Promise.resolve({});
  }
}

type RobotCheckConfig = Pick<
  Config,
  'ROBOT_CHECK' | 'RECAPTCHA_SECRET_KEY' | 'RECAPTCHA_VERIFY_URL'
>;

/** The check that the installation has chosen. */
export function robotCheckOf(config: RobotCheckConfig, proofOfWork: ProofOfWork): RobotCheck {
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
