import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { withRedirect } from '../auth-page/redirect-path';
import { useFinishSignIn } from '../auth-page/finish-sign-in';
import { useAuthTools } from '../session/auth-tools';
import type { SignInOutcome } from '../session/sign-in-outcome';
import { CodeStep } from './code-step';
import { DetailsStep } from './details-step';
import { pendingSignUp, type Applicant } from './sign-up-flow';
import { useOfferPasskey } from './use-passkey-offer';

type Stage = { name: 'details'; typed: Applicant } | { name: 'code'; applicant: Applicant };

/** Create an account, confirm its address, and in. */
export function SignUpPage() {
  const { routing, toast } = useShell();
  const { betweenScreens } = useAuthTools();
  const { search } = routing.useLocation();
  const [stage, setStage] = useState(() => firstStage(search));
  const finishing = useFinishSignIn();
  const offerPasskey = useOfferPasskey();
  routing.useTitle('Create Account');

  function askForCode(typed: Applicant) {
    const pending = pendingSignUp.read();
    // Someone who comes back for the code may have signed up in this tab.
    const session = typed.session ?? (pending?.email === typed.email ? pending.session : undefined);
    const applicant = { ...typed, session };
    pendingSignUp.remember(applicant);
    setStage({ name: 'code', applicant });
    // An address in the query belongs to the first step; a reload must return to the second.
    if (search) routing.navigate(withRedirect('/signup', search), { replace: true });
  }

  async function finish(outcome: SignInOutcome | undefined, { email }: Applicant) {
    pendingSignUp.forget();
    betweenScreens.clear();
    if (outcome?.kind === 'signed-in') offerPasskey();
    if (outcome?.kind !== 'reset-password')
      return finishing.finishOrContinue(email, outcome, 'Your account is confirmed.');
    toast({
      message: 'Your address is confirmed. To keep it yours alone, choose a new password.',
      tone: 'success',
    });
    routing.navigate(withRedirect('/forgot-password', search, { email }));
  }

  switch (stage.name) {
    case 'details':
      return (
        <DetailsStep
          typed={stage.typed}
          askForCode={askForCode}
          finish={finish}
          finishing={finishing}
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
          finishing={finishing}
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
