// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- programs that import this file's source see the declarations by it
/// <reference path="./passport-jwt.d.ts" />
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { idTokenClaims, type IdTokenClaims } from '@tomekeeper/contracts-identity';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import type { FastifyRequest } from 'fastify';
import { passportJwtSecret } from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { User, WithUser } from './access';
import { DomainError } from '../errors/domain-error';
import { Revocations } from './revocations';
import { KeyListSource } from './key-list';

/** Issuer and client of accepted tokens. */
export interface UserTokenOptions {
  issuer: string;
  clientId: string;
  /** URLs of the pool's keys. */
  jwksUrls: readonly string[];
}
export const USER_TOKEN_OPTIONS = Symbol('user token options');

/** Name of the passport strategy. */
const USER_TOKEN = 'user-token';

/** Verifies ID tokens of this pool and client. Rejects access tokens, which have no audience. */
@Injectable()
export class UserTokenStrategy extends PassportStrategy(Strategy, USER_TOKEN) {
  constructor(@Inject(USER_TOKEN_OPTIONS) options: UserTokenOptions, keys: KeyListSource) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      issuer: options.issuer,
      audience: options.clientId,
      algorithms: ['RS256'],
      jsonWebTokenOptions: { clockTolerance: 5 },
      secretOrKeyProvider: passportJwtSecret({
        // All replicas of a pool have the same keys: the fetcher chooses a replica.
        jwksUri: options.jwksUrls[0] ?? '',
        cache: true,
        cacheMaxEntries: 5,
        // With the age of a known list: a revoked key is rejected after ten minutes at most.
        cacheMaxAge: 540_000,
        getKeysInterceptor: async () => keys.known(),
        fetcher: () => keys.fetch(),
        handleSigningKeyError: (error, done) => done(error),
      }),
    });
  }

  /** Called with verified claims. */
  validate(claims: unknown): IdTokenClaims | false {
    const parsed = idTokenClaims.safeParse(claims);
    return parsed.success ? parsed.data : false;
  }
}

/** Errors caused by the token itself; any other error means that verification failed. */
const BAD_TOKEN = new Set([
  'JsonWebTokenError',
  'TokenExpiredError',
  'NotBeforeError',
  'SigningKeyNotFoundError',
]);
/** Size of the cache of verified tokens; evicted ones are verified again. */
const REMEMBERED_TOKENS = 10_000;

/** Returns passport's result instead of letting passport send the response. */
@Injectable()
export class PassportUserToken extends AuthGuard(USER_TOKEN) {
  override handleRequest<Claims>(error: unknown, claims: Claims | false, info: unknown): Claims {
    const failure = error ?? info;
    // passport-jwt reports a failed key fetch the same way as a forged token.
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

/** Verifies the caller of a request; caches verified tokens. */
@Injectable()
export class TokenVerifier {
  private readonly verified = new LRUCache<string, IdTokenClaims>({ max: REMEMBERED_TOKENS });

  constructor(
    private readonly passport: PassportUserToken,
    private readonly revocations: Revocations,
  ) {}

  /** @throws {DomainError} if the request has no valid credential */
  async verify(context: ExecutionContext): Promise<User> {
    const token = bearerToken(context.switchToHttp().getRequest<FastifyRequest>());
    if (!token) throw unauthenticated();
    const claims = this.remembered(token) ?? (await this.verifyAnew(context, token));
    // Checks revocation also for cached tokens: a signature stays valid, a session may end.
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

/** Bearer token of a request, if any. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function unauthenticated(detail = 'Please sign in first.'): DomainError {
  return new DomainError('unauthenticated', GENERAL_CODES.unauthenticated, detail);
}
