import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { IdTokenClaims } from '@tomekeeper/contracts-identity';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../errors/domain-error';
import { Revocations } from './revocations';
import type { User, WithUser } from './user';
import { USER_TOKEN } from './user-token.strategy';

/** Failures that are the token's own fault; any other means that we could not look at it. */
const BAD_TOKEN = new Set([
  'JsonWebTokenError',
  'TokenExpiredError',
  'NotBeforeError',
  'SigningKeyNotFoundError',
]);
/** Tokens remembered as verified; beyond it the least used is verified again. */
const REMEMBERED_TOKENS = 10_000;

/** passport's verdict; passport itself would answer the request. */
@Injectable()
export class PassportUserToken extends AuthGuard(USER_TOKEN) {
  override handleRequest<Claims>(error: unknown, claims: Claims | false, info: unknown): Claims {
    const failure = error ?? info;
    // passport-jwt reports a key that could not be fetched the same way as a forged token.
    if (!claims && failure instanceof Error && !BAD_TOKEN.has(failure.name))
      throw new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'Your sign-in can not be checked right now. Please try again in a moment.',
        { cause: failure },
      );
    if (!claims) throw unauthenticated();
    return claims;
  }
}

/** Verifies the caller of a request, remembering tokens that were verified before. */
@Injectable()
export class TokenVerifier {
  private readonly verified = new LRUCache<string, IdTokenClaims>({ max: REMEMBERED_TOKENS });

  constructor(
    private readonly passport: PassportUserToken,
    private readonly revocations: Revocations,
  ) {}

  /** @throws {DomainError} when the request carries no good credential */
  async verify(context: ExecutionContext): Promise<User> {
    const token = bearerToken(context.switchToHttp().getRequest<FastifyRequest>());
    if (!token) throw unauthenticated();
    const claims = this.remembered(token) ?? (await this.verifyAnew(context, token));
    // Revocation is looked up on every hit: a signature stays good, a session does not.
    if (claims.origin_jti && (await this.revocations.isRevoked(claims.origin_jti)))
      throw unauthenticated('This session has ended. Please sign in again.');
    const { sub: id, email, 'cognito:groups': groups = [] } = claims;
    return { id, email, groups, claims };
  }

  private remembered(token: string): IdTokenClaims | undefined {
    const claims = this.verified.get(token);
    if (!claims) return undefined;
    if (claims.exp * 1000 > Date.now()) return claims;
    this.verified.delete(token);
    return undefined;
  }

  private async verifyAnew(context: ExecutionContext, token: string): Promise<IdTokenClaims> {
    await this.passport.canActivate(context);
    const request = context.switchToHttp().getRequest<{ user?: IdTokenClaims } & WithUser>();
    const claims: IdTokenClaims | undefined = request.user;
    delete request.user;
    if (!claims) throw unauthenticated();
    this.verified.set(token, claims);
    return claims;
  }
}

/** The credential of a request, if it has the Bearer form. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function unauthenticated(detail = 'Please sign in first.'): DomainError {
  return new DomainError('unauthenticated', GENERAL_CODES.unauthenticated, detail);
}
