import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { IdTokenClaims } from '@tomekeeper/contracts-identity';
import type { ServiceName } from '@tomekeeper/contracts-events';

/** Who may call an endpoint. Without a decorator it is `user`: denied by default. */
export type Access =
  | { kind: 'public' }
  | { kind: 'user' }
  /** The user if the credential is valid, no user otherwise; an invalid credential is no error. */
  | { kind: 'optional-user' }
  /** Operators; other signed-in users are answered 404. */
  | { kind: 'operator' }
  | { kind: 'internal'; callers: readonly CallerName[] };

export type CallerName = ServiceName | 'gateway';

/** The group of the user pool whose members run the installation. It opens nothing but `operator` endpoints. */
export const OPERATORS_GROUP = 'operators';

export const ACCESS = Symbol('access');

/** Name of the OpenAPI extension that shows the rule of each endpoint to reviewers. */
export const ACCESS_EXTENSION = 'x-access';

/** Anyone may call this. */
export const Public = () => access({ kind: 'public' });

/** Anyone may call this; who signs in is known to it. */
export const OptionalUser = () => access({ kind: 'optional-user' });

/** Only operators may call this. */
export const Operators = () => access({ kind: 'operator' });

/** Only the named services may call this, with a token bound to this service. */
export const Internal = (...callers: CallerName[]) => access({ kind: 'internal', callers });

function access(rule: Access) {
  const shown = rule.kind === 'internal' ? `internal: ${rule.callers.join(', ')}` : rule.kind;
  return applyDecorators(SetMetadata(ACCESS, rule), ApiExtension(ACCESS_EXTENSION, shown));
}

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
