import { useForm, useShell } from '@tomekeeper/remote-kit';
import { TextField } from '@tomekeeper/ui/field';
import { AccountName } from '../form/auth-form';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { StepFrame, type StepProps } from './step-frame';

const LABELS: Record<string, string> = {
  given_name: 'First name',
  family_name: 'Last name',
  phone_number: 'Phone number',
};

interface Props extends StepProps {
  email: string;
  missingAttributes: readonly string[];
}

/** Asks for a new password instead of the temporary one, and for missing names. */
export function NewPasswordStep({ email, missingAttributes, ...step }: Props) {
  const { config } = useShell();
  const blank = Object.fromEntries(['password', ...missingAttributes].map((name) => [name, '']));
  const form = useForm<string>({
    initial: blank,
    focusFirst: 'password',
    check: (values) => ({
      fields: {
        password: newPasswordProblem(values['password'] ?? '', config.password_policy),
        ...Object.fromEntries(
          missingAttributes.map((name) => [
            name,
            !values[name]?.trim() && `${labelOf(name)} cannot be empty`,
          ]),
        ),
      },
    }),
    send: (values) =>
      step.answer(
        values['password'] ?? '',
        Object.fromEntries(missingAttributes.map((name) => [name, values[name]?.trim() ?? ''])),
      ),
  });
  const { values, bind } = form;

  return (
    <StepFrame
      intro="Your password is a temporary one. Choose your own."
      send="Set new password"
      form={form}
      {...step}
    >
      <AccountName email={email} />
      <NewPasswordField
        {...bind('password')}
        label="New password"
        owner={{ email, givenName: values['given_name'], familyName: values['family_name'] }}
      />
      {missingAttributes.map((name) => (
        <TextField key={name} {...bind(name)} label={labelOf(name)} required />
      ))}
    </StepFrame>
  );
}

const labelOf = (attribute: string) => LABELS[attribute] ?? attribute;
