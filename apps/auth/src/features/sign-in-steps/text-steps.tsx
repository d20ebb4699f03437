import { EmailField, PasswordField, TextField } from '@tomekeeper/ui/field';
import { AccountName } from '../form/account-name';
import { useFields } from '../form/use-fields';
import { useFocusOnce } from '../form/use-focus-once';
import { StepFrame, type StepProps } from './step-frame';

/** The password, for someone who chose it among other ways in. */
export function PasswordStep({ email, ...step }: StepProps & { email: string }) {
  const { form, values, bind, focus, refuse } = useFields({ password: '' });
  useFocusOnce(() => focus('password'));
  function submit() {
    const password = values.password.trim();
    if (password) step.answer(password);
    else refuse({ password: 'Password cannot be empty' });
  }
  return (
    <StepFrame lede="Enter your password." send="Sign In" form={form} onSubmit={submit} {...step}>
      <AccountName email={email} />
      <PasswordField
        {...bind('password')}
        label="Password"
        autoComplete="current-password"
        required
      />
    </StepFrame>
  );
}

/** Where codes are to go, for an account that must have a second factor and has none. */
export function EmailSetupStep({ email: known, ...step }: StepProps & { email: string }) {
  const { form, values, bind, focus, refuse } = useFields({ email: known });
  useFocusOnce(() => focus('email'));
  function submit() {
    const email = values.email.trim();
    if (email) step.answer(email);
    else refuse({ email: 'Email cannot be empty' });
  }
  return (
    <StepFrame
      lede="This account needs a second factor. Where may we send your codes?"
      send="Send the code"
      form={form}
      onSubmit={submit}
      {...step}
    >
      <EmailField {...bind('email')} />
    </StepFrame>
  );
}

/** A question of the site's own making. */
export function QuestionStep({ question, ...step }: StepProps & { question: string | undefined }) {
  const { form, values, bind, focus, refuse } = useFields({ answer: '' });
  useFocusOnce(() => focus('answer'));
  function submit() {
    const answer = values.answer.trim();
    if (answer) step.answer(answer);
    else refuse({ answer: 'Answer cannot be empty' });
  }
  return (
    <StepFrame
      lede={question ?? 'This site asks for one more thing.'}
      send="Sign In"
      form={form}
      onSubmit={submit}
      {...step}
    >
      <TextField {...bind('answer')} label="Answer" autoComplete="off" required />
    </StepFrame>
  );
}
