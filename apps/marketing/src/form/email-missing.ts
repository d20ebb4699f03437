import type { Refusal, Values } from '@tomekeeper/remote-kit';

const MESSAGE = 'Please enter your email.';

/** The one rule of sign-up, resend and unsubscribe before anything is sent. */
export function emailMissing({ email }: Values<'email'>): Refusal<'email'> | undefined {
  return email.trim() ? undefined : { message: MESSAGE, fields: { email: MESSAGE } };
}
