import { NetworkError } from '@tomekeeper/remote-kit';

/**
 * The user pool, or the library that speaks to it, refused. `message` is written for the person;
 * `code` is the pool's error name, `NotAuthorizedException`.
 */
export class UserPoolError extends Error {
  override readonly name = 'UserPoolError';
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whether the pool refused with this error name. */
export function isPoolError(error: unknown, code: string): boolean {
  return error instanceof UserPoolError && error.code === code;
}

/** Calls the pool. @throws {UserPoolError} with its words, or the network's */
export async function callPool<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = isNetworkFailure(error) ? new NetworkError().message : error.message;
    throw new UserPoolError(error.name, message, { cause: error });
  }
}

/** Whether Amplify failed for the network's sake. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'NetworkError';
}
