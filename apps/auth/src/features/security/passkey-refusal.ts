import type { Failure } from '@tomekeeper/api-client';
import { UserPoolError } from '../session/user-pool/user-pool-error';

/** Messages that replace the pool's, which repeat the browser's dialog or address programmers. */
const REFUSALS: Partial<Record<string, string>> = {
  PasskeyAlreadyExists: 'This device has a passkey for your account already.',
  PasskeyRegistrationCanceled: 'No passkey was added.',
};

/** Message for an expected refusal of a new passkey; undefined for other errors. */
export function passkeyRefusal(error: unknown): Failure | undefined {
  const message = error instanceof UserPoolError ? REFUSALS[error.code] : undefined;
  return message === undefined ? undefined : { message };
}
