import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { Cluster } from '@tomekeeper/ui/stack';
import { bareCode, checkCode, CodeField } from '../form/auth-form';
import { TotpSecret, type TotpSetup } from '../totp/totp-secret';
import { StepFrame, type StepProps } from './step-frame';

interface Props extends StepProps {
  intro: string;
  description?: string;
  /** A recovery code is accepted too, for users without their phone. */
  recovery?: boolean;
  /** The code is a second factor, which this device may skip next time. */
  secondFactor?: boolean;
  rememberDevice: (wanted: boolean) => void;
}

/** A code from a mail, a message or an authenticator app. */
export function CodeStep({
  intro,
  description,
  recovery = false,
  secondFactor,
  rememberDevice,
  ...step
}: Props) {
  const { config } = useShell();
  const form = useCodeStep(step.answer);
  const [remembered, setRemembered] = useState(false);
  // Why the app's code was refused says nothing about a recovery code.
  const [recovering, setRecovering] = useState<{ after: Failure | undefined }>();

  function recover(after: Failure | undefined) {
    setRecovering({ after });
    form.set('code', '');
    form.focus('code');
  }
  function remember(wanted: boolean) {
    setRemembered(wanted);
    rememberDevice(wanted);
  }

  return (
    <StepFrame
      intro={recovering ? 'Enter one of your recovery codes. Each works once.' : intro}
      send="Sign In"
      form={form}
      {...step}
      failure={step.failure === recovering?.after ? undefined : step.failure}
    >
      {/* Before the code, whose last digit sends the form. */}
      {secondFactor && config.identity.features?.includes('devices') && (
        <Checkbox
          label="Remember this device"
          description="Skips the code on this device. Do not use this on a shared computer."
          checked={remembered}
          onChange={(event) => remember(event.target.checked)}
        />
      )}
      <CodeField
        {...form.bind('code')}
        waits={Boolean(recovering)}
        label={recovering ? 'Recovery code' : 'Confirmation code'}
        description={description}
        // Recovery codes have letters too.
        {...(recovering && {
          inputMode: 'text',
          autoComplete: 'off',
          autoCapitalize: 'characters',
        })}
      />
      {recovery && !recovering && (
        <Cluster>
          <Button variant="quiet" size="small" onClick={() => recover(step.failure)}>
            Use a recovery code
          </Button>
        </Cluster>
      )}
    </StepFrame>
  );
}

const useCodeStep = (answer: StepProps['answer']) =>
  useForm({
    initial: { code: '' },
    focusFirst: 'code',
    check: checkCode,
    send: ({ code }) => answer(bareCode(code)),
  });

/** An authenticator app for an account that must have one. */
export function TotpSetupStep({
  email,
  setup,
  ...step
}: StepProps & { email: string; setup: TotpSetup }) {
  const form = useCodeStep(step.answer);
  return (
    <StepFrame
      intro="This account needs a second factor: an authenticator app on your phone."
      send="Sign In"
      form={form}
      {...step}
    >
      <TotpSecret setup={setup} email={email} />
      <CodeField {...form.bind('code')} />
    </StepFrame>
  );
}
