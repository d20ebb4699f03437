import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  InternalClient,
  ServiceTokenSigner,
  ServiceTokenVerifier,
} from '@tomekeeper/internal-http';
import type { ServiceName } from '@tomekeeper/contracts-events';
import { Readiness } from '../health/readiness';
import { Metrics } from '../metrics/metrics';
import { AccessGuard } from './access.guard';
import { ViewAsGuard } from './view-as';
import {
  PassportUserToken,
  TokenVerifier,
  USER_TOKEN_OPTIONS,
  UserTokenStrategy,
  type UserTokenOptions,
} from './token-verifier';
import { KeyListSource } from './key-list';
import { Revocations } from './revocations';
import { PolledRevocations } from './polled-revocations';

export interface AuthOptions {
  /** This service's name; other services' tokens must be bound to it. */
  service: ServiceName | 'gateway';
  keys: { SERVICE_PRIVATE_KEY: { kid: string }; SERVICE_PUBLIC_KEYS: { keys: object[] } };
  /** Omit if no users call the service (then only public and internal endpoints work). */
  users?: {
    TOKEN_ISSUER: string;
    POOL_CLIENT_ID: string;
    JWKS_URL: readonly string[];
    IDENTITY_URL: readonly string[];
    REVOCATION_POLL_MS: number;
  };
  /** Identity reads revocations from its own database. */
  revocations?: Provider<Revocations> & { provide: typeof Revocations };
  imports?: DynamicModule['imports'];
}

/** Access control: guard, service tokens and, for user endpoints, ID tokens with revocation. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthOptions): DynamicModule {
    const providers: Provider[] = [
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_GUARD, useClass: ViewAsGuard },
      {
        provide: ServiceTokenSigner,
        useFactory: () => ServiceTokenSigner.create(options.keys.SERVICE_PRIVATE_KEY),
      },
      {
        provide: ServiceTokenVerifier,
        useFactory: () =>
          ServiceTokenVerifier.create(options.service, options.keys.SERVICE_PUBLIC_KEYS),
      },
      ...(options.users ? userProviders(options.users, options.revocations) : []),
    ];
    return {
      module: AuthModule,
      global: true,
      imports: options.imports ?? [],
      providers,
      exports: [
        ServiceTokenSigner,
        ServiceTokenVerifier,
        ...(options.users ? [TokenVerifier, Revocations] : []),
      ],
    };
  }
}

function userProviders(
  users: NonNullable<AuthOptions['users']>,
  revocations: AuthOptions['revocations'],
): Provider[] {
  return [
    {
      provide: USER_TOKEN_OPTIONS,
      useValue: {
        issuer: users.TOKEN_ISSUER,
        clientId: users.POOL_CLIENT_ID,
        jwksUrls: users.JWKS_URL,
      } satisfies UserTokenOptions,
    },
    {
      provide: KeyListSource,
      inject: [Readiness],
      useFactory: (readiness: Readiness) => {
        const keys = new KeyListSource(users.JWKS_URL);
        // Loads keys before the service is ready, so that the first caller does not wait or fail if identity is slow.
        readiness.awaitFirst('keys', async () => keys.isLoaded || (await keys.fetch()));
        return keys;
      },
    },
    UserTokenStrategy,
    PassportUserToken,
    TokenVerifier,
    revocations ?? {
      provide: Revocations,
      inject: [ServiceTokenSigner, Readiness, Metrics],
      useFactory: (signer: ServiceTokenSigner, readiness: Readiness, metrics: Metrics) => {
        const revocations = new PolledRevocations(
          new InternalClient({ service: 'identity', origins: users.IDENTITY_URL, signer }),
          users.REVOCATION_POLL_MS,
        );
        readiness.awaitFirst('revocations', () =>
          revocations.isLoaded ? Promise.resolve() : Promise.reject(new Error('not known yet')),
        );
        metrics.measure({
          name: 'revocations_age_seconds',
          help: 'Time since identity answered with the list of ended sessions (ADR 0007).',
          read: () => [{ value: revocations.silentSeconds }],
        });
        return revocations;
      },
    },
  ];
}
