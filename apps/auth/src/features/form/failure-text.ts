import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { UserPoolError } from '../session/user-pool/user-pool-error';

/**
 * The error's own words when they were written for a person: the pool's message, the server's detail,
 * the network's. Anything else is a fault of ours. Errors of other bundles are known by their name;
 * that of the API too, as its class would bring zod to pages that need none before sign-in.
 */
function ownWords(error: unknown): string | undefined {
  if (error instanceof UserPoolError) return error.message;
  if (!(error instanceof Error)) return undefined;
  switch (error.name) {
    case 'ApiError':
      return 'detail' in error && typeof error.detail === 'string' ? error.detail : '';
    case 'NetworkError':
    case 'ChunkLoadError': // Amplify's own script did not arrive.
      return 'Network Error';
    default:
      return undefined;
  }
}

/** The id of a call that our server could not answer; the pool tells none. */
function referenceOf(error: unknown): string | undefined {
  const { status, correlationId } = (error ?? {}) as { status?: unknown; correlationId?: unknown };
  return Number(status) < 500 || typeof correlationId !== 'string' ? undefined : correlationId;
}

/**
 * Error message for a screen: the message of the error, or the given text. Reports internal errors
 * to the operators.
 */
export function useFailureText(where: string): (error: unknown, text: string) => Failure {
  const shell = useShell();
  return (error, text) => {
    const words = ownWords(error);
    if (words === undefined) shell.report(error, { remote: 'auth', where });
    return { message: words || text, reference: referenceOf(error) };
  };
}
