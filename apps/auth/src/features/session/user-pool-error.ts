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
