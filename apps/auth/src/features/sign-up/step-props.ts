import type { Failure } from '@tomekeeper/api-client';
import type { SignInOutcome } from '../sign-in/sign-in-outcome';
import type { Applicant } from './sign-up-flow';

/** What both steps need to end the sign-up. */
export interface StepProps {
  finish: (outcome: SignInOutcome | undefined, applicant: Applicant) => Promise<void>;
  enter: () => Promise<void>;
  enterFailure: Failure | undefined;
}
