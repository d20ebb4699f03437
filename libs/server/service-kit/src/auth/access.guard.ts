import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { ServiceTokenVerifier } from '@tomekeeper/internal-http';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { ACCESS, OPERATORS_GROUP, type Access, type User, type WithUser } from './access';
import { bearerToken, TokenVerifier, unauthenticated } from './token-verifier';

/** Denies by default: an endpoint without a decorator requires a signed-in user. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Optional() private readonly users?: TokenVerifier,
    @Optional() private readonly services?: ServiceTokenVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context.getHandler(), context.getClass());
    switch (access.kind) {
      case 'public':
        return true;
      case 'user':
        await this.identify(context);
        return true;
      case 'optional-user':
        await this.identify(context).catch(() => undefined);
        return true;
      case 'operator':
        admitOperator(await this.identify(context));
        return true;
      case 'internal':
        await this.admitService(context, access.callers);
        return true;
    }
  }

  private async identify(context: ExecutionContext): Promise<User> {
    if (!this.users) throw unauthenticated();
    const user = await this.users.verify(context);
    context.switchToHttp().getRequest<WithUser>().user = user;
    return user;
  }

  private async admitService(context: ExecutionContext, callers: readonly string[]): Promise<void> {
    const token = bearerToken(context.switchToHttp().getRequest<FastifyRequest>());
    const caller = token && (await this.services?.verify(token).catch(() => undefined));
    if (!caller) throw unauthenticated('A service token is needed here.');
    if (!callers.includes(caller))
      throw new DomainError(
        'forbidden',
        GENERAL_CODES.forbidden,
        'This service may not call this endpoint.',
      );
  }
}

/** Non-operators get the 404 of an unknown path, which hides the endpoint's existence. */
function admitOperator({ groups }: User): void {
  if (!groups.includes(OPERATORS_GROUP))
    throw new DomainError('not-found', GENERAL_CODES.notFound, 'There is nothing at this address.');
}

/** Access rule of a handler: its own, else its controller's, else `user`. */
export function accessOf(
  reflector: Reflector,
  handler: Parameters<Reflector['get']>[1],
  controller: Parameters<Reflector['get']>[1],
): Access {
  return (
    reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, controller]) ?? {
      kind: 'user',
    }
  );
}
