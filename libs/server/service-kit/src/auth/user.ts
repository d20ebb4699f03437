import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IdTokenClaims } from '@tomekeeper/contracts-identity';

/** Who is calling, from a verified ID token. */
export interface User {
  id: string;
  email: string;
  /** Groups of the user pool that the person was in when the token was issued. */
  groups: readonly string[];
  claims: IdTokenClaims;
}

/** A request that may carry a verified caller. */
export interface WithUser {
  user?: User;
}

/** The caller of an endpoint that needs one. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): User => {
  const { user } = context.switchToHttp().getRequest<WithUser>();
  if (!user) throw new Error('@CurrentUser() stands on an endpoint that does not ask for a user.');
  return user;
});

/** The caller of an endpoint marked `@OptionalUser()`. */
export const MaybeUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | undefined =>
    context.switchToHttp().getRequest<WithUser>().user,
);
