import { Controller, Get, Module, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { idTokenClaims } from '@tomekeeper/contracts-identity';
import type { FastifyRequest } from 'fastify';
import { createApp } from '../http/create-app';
import { createLog } from '../http/log';
import { AccessGuard } from './access.guard';
import { Operators, OPERATORS_GROUP } from './access';
import { TokenVerifier, unauthenticated } from './token-verifier';
import type { User } from './user';

@Operators()
@Controller('api/engine-room')
class EngineRoomController {
  @Get()
  get(): object {
    return { open: true };
  }
}

/** Takes the groups of the caller from the credential. */
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

it('opens what is for operators to them alone; others hear that there is nothing', async () => {
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
