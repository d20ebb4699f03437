import type { Failure } from '@tomekeeper/api-client';
import type { Applicant } from './sign-up-flow';

/** What both steps need to end the sign-up. */
export interface StepProps {
  finish: (result: 'signed-in' | 'confirmed', applicant: Applicant) => Promise<void>;
  enter: () => Promise<void>;
  enterFailure: Failure | undefined;
}
