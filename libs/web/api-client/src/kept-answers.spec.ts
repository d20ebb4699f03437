import { z } from 'zod';
import { createApiClient, type Transport } from './api-client';
import { ApiError } from './api-error';
import { createKeptAnswers } from './kept-answers';

const answer = z.object({ text: z.string() });

/** Client that returns these responses in order; without `text` there is no body. */
function clientOf(...answers: { status?: number; etag?: string; text?: string }[]) {
  const asked: (string | undefined)[] = [];
  const transport: Transport = async (_path, options) => {
    asked.push(options?.ifNoneMatch);
    const { status = 200, etag, text } = answers.shift() ?? {};
    return {
      ok: status < 300,
      status,
      headers: new Headers(etag ? { etag } : {}),
      json: async () => ({ text }),
    } as Response;
  };
  return { client: createApiClient(transport), asked };
}

const path = '/api/documents/1/passages/';

it('refetches only changed entries', async () => {
  const { client, asked } = clientOf(
    { etag: '"a"', text: 'one' },
    { status: 304 },
    { etag: '"b"', text: 'two' },
    { status: 304 },
  );
  const kept = createKeptAnswers(5);
  const texts = [];
  for (let call = 0; call < 4; call += 1) texts.push(await client.get(path, { answer, kept }));
  expect(texts.map(({ text }) => text)).toEqual(['one', 'one', 'two', 'two']);
  expect(asked).toEqual([undefined, '"a"', '"a"', '"b"']);
});

it('separates the responses of GM and player views', async () => {
  const { client, asked } = clientOf({ etag: '"a"', text: 'one' }, { etag: '"b"', text: 'two' });
  const kept = createKeptAnswers(5);
  await client.get(path, { answer, kept });
  await client.get(path, { answer, kept, viewAs: 'party' });
  expect(asked).toEqual([undefined, undefined]);
});

it('returns no cached response that is now rejected', async () => {
  const { client } = clientOf({ etag: '"a"', text: 'one' }, { status: 404 });
  const kept = createKeptAnswers(5);
  await client.get(path, { answer, kept });
  await expect(client.get(path, { answer, kept })).rejects.toBeInstanceOf(ApiError);
});

it('keeps so many and no more, and nothing for the next person', async () => {
  const kept = createKeptAnswers(2);
  for (const name of ['1', '2', '3']) kept.keep(name, undefined, { etag: name, answer: name });
  expect(kept.find('1', undefined)).toBeUndefined();
  expect(kept.find('3', undefined)?.answer).toBe('3');
  kept.forget();
  expect(kept.find('3', undefined)).toBeUndefined();
});
