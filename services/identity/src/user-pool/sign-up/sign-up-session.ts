import type { ClientMetadata } from '../protocol/client-metadata';
import { refuse } from '../protocol/refusals';

const KEY = 'sign_up_session';
const LONG_ENOUGH = /^[\w-]{32,256}$/;

/**
 * The session that a client has made itself when it signed up. Amplify drops the one that the pool gives,
 * so its pages make one and send it with both calls.
 */
export function ownSession(metadata: ClientMetadata): string | undefined {
  const session = metadata?.[KEY];
  if (session !== undefined && !LONG_ENOUGH.test(session))
    throw refuse.invalidParameter(
      `ClientMetadata ${KEY} must be 32 to 256 letters, digits, _ or -.`,
    );
  return session;
}
