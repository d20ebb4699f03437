import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { IdTokenClaims } from '@tomekeeper/contracts-identity';
import type { ServiceName } from '@tomekeeper/contracts-events';

/** Access rule of an endpoint. Without a decorator it is `user`: denied by default. */
export type Access =
  | { kind: 'public' }
  | { kind: 'user' }
  /** The user if the credential is valid, otherwise no user; an invalid credential is not an error. */
  | { kind: 'optional-user' }
  /** Operators; other signed-in users get a 404. */
  | { kind: 'operator' }
  | { kind: 'internal'; callers: readonly CallerName[] };

export type CallerName = ServiceName | 'gateway';

/** User pool group of the instance's operators. Grants access only to `operator` endpoints. */
export const OPERATORS_GROUP = 'operators';

export const ACCESS = Symbol('access');

/** OpenAPI extension that documents each endpoint's access rule. */
export const ACCESS_EXTENSION = 'x-access';

/** Allows anonymous callers. */
export const Public = () => access({ kind: 'public' });

/** Allows anonymous callers; identifies signed-in users. */
export const OptionalUser = () => access({ kind: 'optional-user' });

/** Allows only operators. */
export const Operators = () => access({ kind: 'operator' });

/** Allows only the named services, with a token bound to this service. */
export const Internal = (...callers: CallerName[]) => access({ kind: 'internal', callers });

function access(rule: Access) {
  const shown = rule.kind === 'internal' ? `internal: ${rule.callers.join(', ')}` : rule.kind;
  return applyDecorators(SetMetadata(ACCESS, rule), ApiExtension(ACCESS_EXTENSION, shown));
}

/** The caller, from a verified ID token. */
export interface User {
  id: string;
  email: string;
  /** User pool groups at the time the token was issued. */
  groups: readonly string[];
  claims: IdTokenClaims;
}

/** A request with an optional verified caller. */
export interface WithUser {
  user?: User;
}

/** Injects the caller into an endpoint that requires one. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): User => {
  const { user } = context.switchToHttp().getRequest<WithUser>();
  if (!user) throw new Error('@CurrentUser() is used on an endpoint that does not require a user.');
  return user;
});

/** Injects the caller into an endpoint marked `@OptionalUser()`. */
export const MaybeUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | undefined =>
    context.switchToHttp().getRequest<WithUser>().user,
);
