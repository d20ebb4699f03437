import type { ReactNode } from 'react';
import { useForm, type FieldBinding } from '@tomekeeper/remote-kit';
import { EmailField, PasswordField, TextField } from '@tomekeeper/ui/field';
import { AccountName } from '../form/auth-form';
import { StepFrame, type StepProps } from './step-frame';

interface Props extends StepProps {
  intro: string;
  send?: string;
  initial?: string;
  /** The sentence for an empty field. */
  missing: string;
  name: string;
  children: (field: FieldBinding) => ReactNode;
}

/** A step with one field of text. */
function TextStep({
  intro,
  send = 'Sign In',
  initial = '',
  missing,
  name,
  children,
  ...step
}: Props) {
  const form = useForm({
    initial: { [name]: initial },
    focusFirst: name,
    check: (values) => ({ fields: { [name]: !values[name]?.trim() && missing } }),
    send: (values) => step.answer(values[name]?.trim() ?? ''),
  });
  return (
    <StepFrame intro={intro} send={send} form={form} {...step}>
      {children(form.bind(name))}
    </StepFrame>
  );
}

/** The password, for someone who chose it among other ways in. */
export function PasswordStep({ email, ...step }: StepProps & { email: string }) {
  return (
    <TextStep
      intro="Enter your password."
      missing="Password cannot be empty"
      name="password"
      {...step}
    >
      {(field) => (
        <>
          <AccountName email={email} />
          <PasswordField {...field} label="Password" autoComplete="current-password" required />
        </>
      )}
    </TextStep>
  );
}

/** Where codes are to go, for an account that must have a second factor and has none. */
export function EmailSetupStep({ email, ...step }: StepProps & { email: string }) {
  return (
    <TextStep
      intro="This account needs a second factor. Where may we send your codes?"
      send="Send the code"
      initial={email}
      missing="Email cannot be empty"
      name="email"
      {...step}
    >
      {(field) => <EmailField {...field} />}
    </TextStep>
  );
}

/** A question of the site's own making. */
export function QuestionStep({ question, ...step }: StepProps & { question: string | undefined }) {
  return (
    <TextStep
      intro={question ?? 'This site asks for one more thing.'}
      missing="Answer cannot be empty"
      name="answer"
      {...step}
    >
      {(field) => <TextField {...field} label="Answer" autoComplete="off" required />}
    </TextStep>
  );
}
