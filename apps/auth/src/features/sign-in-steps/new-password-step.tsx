import { TextField } from '@tomekeeper/ui/field';
import { AccountName } from '../form/account-name';
import { useFields } from '../form/use-fields';
import { useFocusOnce } from '../form/use-focus-once';
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

/** A password of one's own in place of the temporary one, and what else the account lacks. */
export function NewPasswordStep({ email, missingAttributes, ...step }: Props) {
  const blank = Object.fromEntries(['password', ...missingAttributes].map((name) => [name, '']));
  const { form, values, bind, focus, refuse } = useFields(blank);
  const password = values['password'] ?? '';
  useFocusOnce(() => focus('password'));

  function submit() {
    const problem = newPasswordProblem(password);
    const errors = {
      ...(problem && { password: problem }),
      ...Object.fromEntries(
        missingAttributes
          .filter((name) => !values[name]?.trim())
          .map((name) => [name, `${labelOf(name)} cannot be empty`]),
      ),
    };
    refuse(errors);
    if (Object.keys(errors).length > 0) return;
    const given = missingAttributes.map((name) => [name, (values[name] ?? '').trim()] as const);
    step.answer(password, Object.fromEntries(given));
  }

  return (
    <StepFrame
      lede="Your password is a temporary one. Choose your own."
      send="Set new password"
      form={form}
      onSubmit={submit}
      {...step}
    >
      <AccountName email={email} />
      <NewPasswordField
        {...bind('password')}
        value={password}
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
