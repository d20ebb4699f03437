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

  function askForCode(typed: Applicant) {
    const pending = pendingSignUp.read();
    // Someone who comes back for the code may have signed up in this tab.
    const session = typed.session ?? (pending?.email === typed.email ? pending.session : undefined);
    const applicant = { ...typed, session };
    pendingSignUp.remember(applicant);
    setStage({ name: 'code', applicant });
    // An address in the query stands for the first step: a reload must come back to the second.
    if (search) routing.navigate(withRedirect('/signup', search), { replace: true });
  }

  async function finish(outcome: SignInOutcome | undefined, { email }: Applicant) {
    pendingSignUp.forget();
    handover.clear();
    if (outcome?.kind === 'signed-in') return enter();
    if (outcome?.kind === 'reset-password') {
      toast({
        message: 'Your address is confirmed. To keep it yours alone, choose a new password.',
        tone: 'success',
      });
      return routing.navigate(withRedirect('/forgot-password', search, { email }));
    }
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
  return pending ? { name: 'code', applicant: pending } : { name: 'details', typed: { email: '' } };
}
