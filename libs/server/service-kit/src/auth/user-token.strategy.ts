import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { idTokenClaims, type IdTokenClaims } from '@tomekeeper/contracts-identity';
import { passportJwtSecret } from 'jwks-rsa';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { KeyListSource } from './key-list';

/** Which tokens are ours. */
export interface UserTokenOptions {
  issuer: string;
  clientId: string;
  /** Where the pool's keys are to be had. */
  jwksUrls: readonly string[];
}
export const USER_TOKEN_OPTIONS = Symbol('user token options');

/** Name under which passport knows the strategy. */
export const USER_TOKEN = 'user-token';

/** Verifies ID tokens of this pool and client, and nothing else: an access token has no audience. */
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
        // The keys of a pool are the same at each of its replicas: the fetcher chooses one.
        jwksUri: options.jwksUrls[0] ?? '',
        cache: true,
        cacheMaxEntries: 5,
        // With the age of a known list: ten minutes until a withdrawn key counts no more.
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
