import { useShell } from '@tomekeeper/remote-kit';
import type { PendingChallenge } from '../session/sign-in-outcome';
import { ChoiceStep, firstFactors, secondFactors } from './choice-step';
import { CodeStep, TotpSetupStep } from './code-step';
import { NewPasswordStep } from './new-password-step';
import type { StepProps } from './step-frame';
import { EmailSetupStep, PasswordStep, QuestionStep } from './text-steps';

interface Props extends StepProps {
  pending: PendingChallenge;
  email: string;
  rememberDevice: (wanted: boolean) => void;
}

/** The screen of each step. A step that Amplify adds fails to compile here. */
export function SignInStep({ pending, email, rememberDevice, ...props }: Props) {
  const { step, proved, lacksPasskey } = pending;
  const { config } = useShell();
  const hasRecoveryCodes = config.identity.features?.includes('recovery_codes') ?? false;
  switch (step.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return (
        <NewPasswordStep
          email={email}
          missingAttributes={step.missingAttributes ?? []}
          {...props}
        />
      );
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return (
        <CodeStep
          intro={LEDES[step.signInStep]}
          description={'codeDeliveryDetails' in step ? sentTo(step.codeDeliveryDetails) : undefined}
          recovery={hasRecoveryCodes && step.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE'}
          secondFactor={proved}
          rememberDevice={rememberDevice}
          {...props}
        />
      );
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return <QuestionStep question={step.additionalInfo?.['question']} {...props} />;
    case 'CONFIRM_SIGN_IN_WITH_PASSWORD':
      return <PasswordStep email={email} {...props} />;
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return (
        <ChoiceStep
          intro={LEDES[step.signInStep]}
          choices={secondFactors(step.allowedMFATypes)}
          {...props}
        />
      );
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return <TotpSetupStep email={email} setup={step.totpSetupDetails} {...props} />;
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return <EmailSetupStep email={email} {...props} />;
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
      return (
        <ChoiceStep
          intro={
            lacksPasskey
              ? 'This account has no passkey. Choose another way to sign in.'
              : 'Choose how to sign in.'
          }
          choices={firstFactors(step.availableChallenges)}
          {...props}
        />
      );
  }
}

const LEDES = {
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'Enter the code from your authenticator app.',
  CONFIRM_SIGN_IN_WITH_SMS_CODE: 'Enter the code we sent to your phone.',
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: 'Enter the code we sent to your email.',
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: 'Choose your second factor.',
  CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION:
    'This account needs a second factor. Choose one to set up.',
};

const sentTo = ({ destination }: { destination?: string } = {}) =>
  destination && `Sent to ${destination}. It can take a minute to arrive.`;
