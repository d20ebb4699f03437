import { Controller, Get, Module, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { idTokenClaims } from '@tomekeeper/contracts-identity';
import type { ServiceTokenVerifier } from '@tomekeeper/internal-http';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { createApp } from '../http/create-app';
import { createLog } from '../http/log';
import { AccessGuard } from './access.guard';
import { Internal, Operators, OPERATORS_GROUP, OptionalUser, Public, type User } from './access';
import { TokenVerifier, unauthenticated } from './token-verifier';

@Operators()
@Controller('api/engine-room')
class EngineRoomController {
  @Get()
  get(): object {
    return { open: true };
  }
}

/** Derives the caller's groups from the credential. */
const users = {
  verify: (context: ExecutionContext): Promise<Pick<User, 'groups'>> => {
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (authorization === undefined) return Promise.reject(unauthenticated());
    return Promise.resolve({ groups: authorization.split(',') });
  },
};

@Module({
  controllers: [EngineRoomController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: TokenVerifier, useValue: users },
  ],
})
class TestModule {}

it('shows operator endpoints to operators only; other users get 404', async () => {
  const app = await createApp({ module: TestModule, log: createLog('test', 'silent') });
  await app.init();
  const ask = async (url: string, groups?: string) => {
    const answer = await app.inject({
      url,
      headers: groups === undefined ? {} : { authorization: groups },
    });
    return { status: answer.statusCode, body: { ...answer.json(), correlation_id: '' } };
  };
  expect((await ask('/api/engine-room')).status).toBe(401);
  const stranger = await ask('/api/engine-room', 'players,operators-of-something-else');
  expect(stranger).toEqual(await ask('/api/nowhere', ''));
  expect(await ask('/api/engine-room', `players,${OPERATORS_GROUP}`)).toMatchObject({
    status: 200,
    body: { open: true },
  });
  await app.close();
});

describe('who may call', () => {
  const user = { id: 'ada', groups: [] } as unknown as User;
  const guardOf = (verifiers: { users?: TokenVerifier; services?: ServiceTokenVerifier }) =>
    new AccessGuard(new Reflector(), verifiers.users, verifiers.services);
  const signedIn = { verify: async () => user } as unknown as TokenVerifier;
  const unusable = {
    verify: async () => Promise.reject(unauthenticated()),
  } as unknown as TokenVerifier;
  const services = {
    verify: async (token: string) =>
      token === 'broken' ? Promise.reject(new Error('no token')) : token,
  } as unknown as ServiceTokenVerifier;

  class Endpoints {
    @Public() public() {}
    @OptionalUser() optional() {}
    @Internal('document', 'contact') internal() {}
    plain() {}
  }
  @Public()
  class Open {
    plain() {}
    @Internal('document') internal() {}
  }

  const call = async (
    guard: AccessGuard,
    controller: typeof Endpoints | typeof Open,
    method: string,
    authorization?: string,
  ) => {
    const request: { headers: object; user?: User } = { headers: { authorization } };
    const context = {
      getHandler: () => Reflect.get(controller.prototype, method) as () => void,
      getClass: () => controller,
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    try {
      return [await guard.canActivate(context), request.user];
    } catch (error) {
      return error instanceof DomainError ? [error.kind, error.message] : [error];
    }
  };
  const SIGN_IN = ['unauthenticated', unauthenticated().message];

  it('a public endpoint: anyone, unasked', async () => {
    const refuses = {
      verify: () => Promise.reject(new Error('asked')),
    } as unknown as TokenVerifier;
    expect(await call(guardOf({ users: refuses }), Endpoints, 'public')).toEqual([true, undefined]);
    expect(await call(guardOf({}), Open, 'plain')).toEqual([true, undefined]);
  });

  it('an endpoint without a declaration: any signed-in user', async () => {
    expect(await call(guardOf({ users: signedIn }), Endpoints, 'plain')).toEqual([true, user]);
    expect(await call(guardOf({ users: unusable }), Endpoints, 'plain')).toEqual(SIGN_IN);
    expect(await call(guardOf({}), Endpoints, 'plain')).toEqual(SIGN_IN);
  });

  it('an endpoint for who may be signed in: anyone, and it knows who', async () => {
    expect(await call(guardOf({ users: signedIn }), Endpoints, 'optional')).toEqual([true, user]);
    for (const guard of [guardOf({ users: unusable }), guardOf({})])
      expect(await call(guard, Endpoints, 'optional')).toEqual([true, undefined]);
  });

  it('an internal endpoint: the services that it names', async () => {
    const guard = guardOf({ users: signedIn, services });
    const needed = ['unauthenticated', 'A service token is needed here.'];
    for (const name of ['document', 'contact'])
      expect(await call(guard, Endpoints, 'internal', `Bearer ${name}`)).toEqual([true, undefined]);
    expect(await call(guard, Endpoints, 'internal', 'Bearer campaign')).toEqual([
      'forbidden',
      'This service may not call this endpoint.',
    ]);
    expect(await call(guard, Open, 'internal', 'Bearer contact')).toEqual([
      'forbidden',
      'This service may not call this endpoint.',
    ]);
    for (const authorization of [undefined, 'Bearer broken', 'Basic document'])
      expect(await call(guard, Endpoints, 'internal', authorization)).toEqual(needed);
    expect(await call(guardOf({}), Endpoints, 'internal', 'Bearer document')).toEqual(needed);
  });
});

it('takes tokens with and without groups', () => {
  const claims = {
    sub: '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000',
    aud: 'client',
    iss: 'https://pool.example',
    token_use: 'id',
    exp: 2,
    iat: 1,
    email: 'ada@example.org',
  };
  expect(idTokenClaims.parse(claims)['cognito:groups']).toBeUndefined();
  const grouped = { ...claims, 'cognito:groups': [OPERATORS_GROUP] };
  expect(idTokenClaims.parse(grouped)['cognito:groups']).toEqual([OPERATORS_GROUP]);
});
