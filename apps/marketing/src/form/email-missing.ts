import type { Outcome } from './outcome';
import type { Values } from './use-form';

const MESSAGE = 'Please enter your email.';

/** The one rule of sign-up, resend and unsubscribe before anything is sent. */
export function emailMissing(values: Values): Outcome | undefined {
  if (values('email').trim()) return undefined;
  return { status: 'error', message: MESSAGE, fields: { email: MESSAGE } };
}
