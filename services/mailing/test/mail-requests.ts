import { randomUUID } from 'node:crypto';
import type { MailRequest } from '@tomekeeper/contracts-mailing';

/** A random address, unique to the test. */
export const address = () => `${randomUUID()}@example.org`;
export const signUp = (to: string): MailRequest => ({
  template: 'confirm-sign-up',
  to,
  first_name: 'Ada',
  code: '123456',
});
