import { DomainError } from '@tomekeeper/service-kit';

/** Used, too old or never ours: all the same to the person, and none of it is for others to know. */
export const invalidToken = () =>
  new DomainError('invalid', 'subscription.invalid_token', 'Invalid or expired token.');
