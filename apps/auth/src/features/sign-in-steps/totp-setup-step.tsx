import { CodeField } from '../entrance/code-field';
import { useCode } from '../form/use-code';
import { useFocusOnce } from '../form/use-focus-once';
import { TotpSecret, type TotpSetup } from '../totp/totp-secret';
import { StepFrame, type StepProps } from './step-frame';

interface Props extends StepProps {
  email: string;
  setup: TotpSetup;
}

/** An authenticator app for an account that must have one. */
export function TotpSetupStep({ email, setup, ...step }: Props) {
  const { form, bind, focus, submit } = useCode();
  useFocusOnce(() => focus('code'));
  return (
    <StepFrame
      lede="This account needs a second factor: an authenticator app on your phone."
      send="Sign In"
      form={form}
      onSubmit={() => submit(step.answer)}
      {...step}
    >
      <TotpSecret setup={setup} email={email} />
      <CodeField {...bind('code')} label="Confirmation code" />
    </StepFrame>
  );
}
