import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { withRedirect } from '../entrance/redirect-path';
import { useEnter } from '../entrance/use-enter';
import { useAuthTools } from '../session/auth-tools';
import { toGoOn } from '../sign-in/sign-in-afterwards';
import type { SignInOutcome } from '../sign-in/sign-in-outcome';
import { CodeStep } from './code-step';
import { DetailsStep } from './details-step';
import { pendingSignUp } from './pending-sign-up';
import type { Applicant } from './sign-up-flow';

type Stage = { name: 'details'; typed: Applicant } | { name: 'code'; applicant: Applicant };

/** Create an account, confirm its address, and in. */
export function SignUpPage() {
  const { routing, toast } = useShell();
  const { handover } = useAuthTools();
  const { search } = routing.useLocation();
  const [stage, setStage] = useState(() => firstStage(search));
  const { enter, failure } = useEnter();
  routing.useTitle('Create Account');

  function askForCode(applicant: Applicant) {
    pendingSignUp.remember(applicant.email);
    setStage({ name: 'code', applicant });
    // An address in the query stands for the first step: a reload must come back to the second.
    if (search) routing.navigate(withRedirect('/signup', search), { replace: true });
  }

  async function finish(outcome: SignInOutcome | undefined, { email }: Applicant) {
    pendingSignUp.forget();
    handover.clear();
    if (outcome?.kind === 'signed-in') return enter();
    handover.put(toGoOn(email, outcome));
    const next = outcome?.kind === 'ask' ? 'One more step.' : 'Please sign in.';
    toast({ message: `Your account is confirmed. ${next}`, tone: 'success' });
    routing.navigate(withRedirect('/login', search));
  }

  switch (stage.name) {
    case 'details':
      return (
        <DetailsStep
          typed={stage.typed}
          askForCode={askForCode}
          finish={finish}
          enter={enter}
          enterFailure={failure}
        />
      );
    case 'code':
      return (
        <CodeStep
          applicant={stage.applicant}
          goBack={() => {
            pendingSignUp.forget();
            setStage({ name: 'details', typed: stage.applicant });
          }}
          finish={finish}
          enter={enter}
          enterFailure={failure}
        />
      );
  }
}

function firstStage(search: string): Stage {
  const email = new URLSearchParams(search).get('email')?.trim();
  if (email) return { name: 'details', typed: { email } };
  const pending = pendingSignUp.read();
  return pending
    ? { name: 'code', applicant: { email: pending } }
    : { name: 'details', typed: { email: '' } };
}
