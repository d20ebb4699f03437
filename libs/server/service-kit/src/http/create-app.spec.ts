import {
  Body,
  Controller,
  Get,
  Module,
  Param,
  Patch,
  Post,
  SerializeOptions,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { Public } from '../auth/access';
import { AuthModule } from '../auth/auth.module';
import { DomainError } from '../errors/domain-error';
import { Readiness } from '../health/readiness';
import { openApiDocument } from '../openapi/openapi';
import { createApp } from './create-app';
import { createLog } from './log';
import { generateKeyPairSync } from 'node:crypto';

const create = z.object({ title: requiredText('Title') });
const row = z.object({ id, title: z.string() });

@Public()
@Controller('api/things')
class ThingsController {
  @Post()
  @SerializeOptions({ schema: row })
  create(@Body({ schema: create }) body: z.infer<typeof create>): unknown {
    return { id: '7f1c9a52-93a0-4a2b-8b39-1d8b8f5e3b11', ...body, secret: 'never' };
  }
  @Get()
  @SerializeOptions({ schema: row })
  list(): unknown {
    return [{ id: '7f1c9a52-93a0-4a2b-8b39-1d8b8f5e3b11', title: 'a', secret: 'never' }];
  }
  @Patch(':id')
  refuse(@Param('id', { schema: id }) _thing: string): void {
    throw new DomainError('conflict', 'thing.full', 'There are too many things.');
  }
  @Get('broken')
  broken(): void {
    throw new Error('SELECT * FROM secrets');
  }
}

@Controller('api/guarded')
class GuardedController {
  @Get()
  get(): string {
    return 'in';
  }
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const jwk = (key: typeof privateKey) => ({ ...key.export({ format: 'jwk' }), kid: 'campaign' });

@Module({
  imports: [
    AuthModule.forRoot({
      service: 'campaign',
      keys: {
        SERVICE_PRIVATE_KEY: jwk(privateKey),
        SERVICE_PUBLIC_KEYS: { keys: [jwk(publicKey)] },
      },
    }),
  ],
  controllers: [ThingsController, GuardedController],
})
class TestModule {}

describe('createApp', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await createApp({ module: TestModule, log: createLog('test', 'silent') });
    await app.init();
  });
  afterAll(() => app.close());

  it('can check required dependencies only, for frequent callers, and omits optional ones', async () => {
    const watched = jest.fn().mockRejectedValue(new Error('away'));
    app.get(Readiness).watch('mail', watched);
    const ask = (url: string) => app.inject({ method: 'GET', url });
    const needed = await ask('/health/ready?parts=needed');
    expect([needed.statusCode, needed.json().parts]).toEqual([200, {}]);
    expect(watched).not.toHaveBeenCalled();
    const all = await ask('/health/ready');
    expect([all.statusCode, all.json().parts]).toEqual([200, { mail: 'unavailable' }]);
  });

  it('serialises answers through their contract, one by one in a list', async () => {
    const created = await app.inject({
      method: 'POST',
      url: '/api/things',
      payload: { title: ' A ' },
    });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({ id: expect.any(String), title: 'A' });
    const list = await app.inject('/api/things/');
    expect(list.json()).toEqual([{ id: expect.any(String), title: 'a' }]);
  });

  it.each([
    ['answer', '/api/things'],
    ['answer to a path that can not be decoded', '/api/things/%ff'],
  ])('gives every %s a correlation id and forbids caching', async (_which, url) => {
    const answer = await app.inject({
      url,
      headers: { 'x-correlation-id': 'click-12345' },
    });
    expect(answer.headers).toMatchObject({
      'x-correlation-id': 'click-12345',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('refuses bad fields by name', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things',
      payload: { title: '  ' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'validation',
      detail: 'Title must not be empty.',
      title: ['Title must not be empty.'],
      correlation_id: expect.any(String),
    });
  });

  it.each([
    ['no body', undefined, {}, 400],
    ['broken JSON', '{"title":', { 'content-type': 'application/json' }, 400],
    ['a list', '[]', { 'content-type': 'application/json' }, 400],
    ['null', 'null', { 'content-type': 'application/json' }, 400],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, 415],
    [
      'a huge body',
      JSON.stringify({ title: 'x'.repeat(300_000) }),
      { 'content-type': 'application/json' },
      413,
    ],
  ])('answers %s with a problem', async (_name, payload, headers, status) => {
    const answer = await app.inject({ method: 'POST', url: '/api/things', payload, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      status,
      code: expect.any(String),
      detail: expect.any(String),
    });
  });

  it('says which business rule refused', async () => {
    const answer = await app.inject({
      method: 'PATCH',
      url: '/api/things/7f1c9a52-93a0-4a2b-8b39-1d8b8f5e3b11',
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'thing.full',
      detail: 'There are too many things.',
    });
  });

  it('never exposes the cause of an error', async () => {
    const answer = await app.inject('/api/things/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('SELECT');
  });

  it('tells a wrong method from a wrong path', async () => {
    const method = await app.inject({ method: 'DELETE', url: '/api/things/' });
    expect(method.statusCode).toBe(405);
    expect(method.headers['allow']).toBe('POST, GET');
    expect((await app.inject('/api/nothing')).statusCode).toBe(404);
    expect((await app.inject('/%')).statusCode).toBe(400);
  });

  it('rejects unreadable requests with the common error format', async () => {
    await app.listen(0, '127.0.0.1');
    const answer = await fetch(`${await app.getUrl()}/api/things`, {
      headers: { 'x-much': 'x'.repeat(32 * 1024) },
    });
    expect(answer.status).toBe(431);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.json()).toEqual({
      status: 431,
      code: 'request.too_large',
      detail: 'The address and headers of the request are too large.',
      correlation_id: answer.headers.get('x-correlation-id'),
    });
  });

  it('parses no body that is nested deeper than any of ours', async () => {
    const nested = (depth: number) => ({
      method: 'POST' as const,
      url: '/api/things',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: `{"title":"a","more":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    });
    expect((await app.inject(nested(31))).statusCode).toBe(201);
    const refused = await app.inject(nested(120_000));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ detail: 'The request could not be understood.' });
  });

  it('denies by default', async () => {
    const answer = await app.inject('/api/guarded');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('describes itself by its contracts', () => {
    const document = openApiDocument(app, 'Things');
    const operation = document.paths['/api/things']?.post;
    expect(JSON.stringify(operation?.requestBody)).toContain('title');
  });
});
