import { Button } from '@tomekeeper/ui/button';
import { Stack } from '@tomekeeper/ui/stack';
import { StepFrame, type StepProps } from './step-frame';

export interface Choice {
  /** The pool's name of the choice. */
  answer: string;
  label: string;
}

interface Props extends StepProps {
  intro: string;
  choices: readonly Choice[];
}

/** A choice between ways to prove who one is. */
export function ChoiceStep({ intro, choices, ...step }: Props) {
  return (
    <StepFrame intro={intro} {...step}>
      <Stack gap={3}>
        {choices.map(({ answer, label }) => (
          <Button
            key={answer}
            variant="secondary"
            wide
            disabled={step.busy}
            onClick={() => step.answer(answer)}
          >
            {label}
          </Button>
        ))}
        {choices.length === 0 && (
          <p>
            No sign-in method of this account is available here. Start again, or contact the
            operator of this site.
          </p>
        )}
      </Stack>
    </StepFrame>
  );
}

const SECOND_FACTORS: Record<string, string> = {
  TOTP: 'A code from your authenticator app',
  EMAIL: 'A code by email',
  SMS: 'A code by text message',
};

const FIRST_FACTORS: Record<string, string> = {
  WEB_AUTHN: 'A passkey',
  // The password never leaves this device by the first; the second is for pools that have it only.
  PASSWORD_SRP: 'Your password',
  PASSWORD: 'Your password',
  EMAIL_OTP: 'A code by email',
  SMS_OTP: 'A code by text message',
};

/** Labels of second factors; unknown factors are not offered. */
export const secondFactors = (names: readonly string[] = []): Choice[] =>
  known(SECOND_FACTORS, names);

/** First factors in our words, the password once. */
export function firstFactors(names: readonly string[] = []): Choice[] {
  const srp = names.includes('PASSWORD_SRP');
  return known(
    FIRST_FACTORS,
    names.filter((name) => !(srp && name === 'PASSWORD')),
  );
}

/** In the order of our table, which puts the safest first. */
const known = (labels: Record<string, string>, names: readonly string[]): Choice[] =>
  Object.entries(labels)
    .filter(([name]) => names.includes(name))
    .map(([answer, label]) => ({ answer, label }));
