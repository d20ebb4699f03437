import { NetworkError } from '@tomekeeper/remote-kit';
import { UserPoolError } from './user-pool-error';

/** Asks the pool. @throws {UserPoolError} with its words, or the network's */
export async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
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
