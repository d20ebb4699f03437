import Fastify from 'fastify';
import type { Limits } from '../limits/limits';
import type { Load } from '../shedding/load';
import { isAdmitted } from './admit-call';

it.each([
  ['serves calls within their limits', false, undefined, 200, undefined],
  ['sends 503 under overload', true, undefined, 503, '2'],
  ['sends 429 over a rate limit', false, 7, 429, '7'],
])('%s', async (_title, isBusy, wait, status, retryAfter) => {
  const load = { refuses: () => isBusy } as unknown as Load;
  const limits = { check: async () => wait } as unknown as Limits;
  const handler = jest.fn(() => 'ok');
  const app = Fastify();
  app.get('/', {
    onRequest: async (request, reply) =>
      (await isAdmitted({ load, limits }, 'problem', request, reply)) ? undefined : reply,
    handler,
  });
  const response = await app.inject('/');
  await app.close();
  expect([response.statusCode, response.headers['retry-after']]).toEqual([status, retryAfter]);
  expect(handler).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
});
