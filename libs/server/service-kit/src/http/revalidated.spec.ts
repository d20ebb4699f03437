import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { lastValueFrom, of } from 'rxjs';
import { answerRevalidations, MarkRevalidated } from './revalidated';

let app: FastifyInstance;

beforeEach(() => {
  app = fastify();
  answerRevalidations(app);
  const mark = (reply: object) =>
    lastValueFrom(
      new MarkRevalidated().intercept(
        { switchToHttp: () => ({ getResponse: () => reply }) } as never,
        { handle: () => of(undefined) },
      ),
    );
  app.get<{ Params: { status: string } }>('/marked/:status', async (request, reply) => {
    await mark(reply);
    return reply.code(Number(request.params.status)).send({ told: 'this' });
  });
  app.get('/plain', () => ({ told: 'this' }));
});
afterEach(() => app.close());

const ask = (url: string, known?: string) =>
  app.inject({ url, headers: known === undefined ? {} : { 'if-none-match': known } });
const ETAG = `"${createHash('sha256').update('{"told":"this"}').digest('base64url')}"`;

it('names an answer by the hash of its bytes', async () => {
  const answer = await ask('/marked/200');
  expect(answer.headers.etag).toBe(ETAG);
  expect(answer.body).toBe('{"told":"this"}');
});

it.each([ETAG, `W/${ETAG}`, `"a", W/${ETAG}`])('sends nothing to who has %s', async (known) => {
  const answer = await ask('/marked/200', known);
  expect(answer.statusCode).toBe(304);
  expect(answer.headers).toMatchObject({ etag: ETAG });
  expect(answer.headers).not.toHaveProperty('content-type');
  expect(answer.body).toBe('');
});

it.each(['"other"', '', '*'])('sends the answer to who has %p', async (known) => {
  expect((await ask('/marked/200', known)).body).toBe('{"told":"this"}');
});

it('leaves refusals and other answers alone', async () => {
  for (const url of ['/marked/404', '/plain'])
    expect((await ask(url, ETAG)).headers.etag).toBeUndefined();
});
