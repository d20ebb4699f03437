import { z } from 'zod';
import { createApiClient, type Transport } from './api-client';
import { ApiError, detailOr } from './api-error';

const campaign = z.object({ id: z.string(), title: z.string() });

/** Minimal Response stub; jsdom has none. */
function respond(status: number, body?: unknown): Response {
  const json = async () => {
    if (body === undefined) throw new SyntaxError('Unexpected end of JSON input');
    return body;
  };
  const headers = new Headers({ 'x-correlation-id': 'c-1' });
  return { ok: status < 400, status, headers, json } as Response;
}

function clientOf(response: Response | Error) {
  const transport = jest.fn<ReturnType<Transport>, Parameters<Transport>>(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  return { client: createApiClient(transport), transport };
}

const problem = {
  status: 400,
  code: 'validation',
  detail: 'Please look at the fields again.',
  correlation_id: 'c-1',
  email: ['Enter a valid e-mail address.'],
};

describe('the API client', () => {
  it('parses the response by its contract, and removes unknown fields', async () => {
    const { client, transport } = clientOf(respond(200, { id: '1', title: 'A', secret: 'x' }));
    await expect(client.get('/api/campaigns/1/', { answer: campaign })).resolves.toEqual({
      id: '1',
      title: 'A',
    });
    expect(transport).toHaveBeenCalledWith('/api/campaigns/1/', { method: 'GET' });
  });

  it('sends a body, and accepts an empty response if none is expected', async () => {
    const { client, transport } = clientOf(respond(204));
    await expect(
      client.patch('/api/me/', { body: { first_name: 'Ada' } }),
    ).resolves.toBeUndefined();
    expect(transport).toHaveBeenCalledWith('/api/me/', {
      method: 'PATCH',
      body: { first_name: 'Ada' },
    });
  });

  it('refuses an answer that breaks the contract', async () => {
    const { client } = clientOf(respond(200, { id: 1 }));
    const error: unknown = await client
      .get('/api/campaigns/1/', { answer: campaign })
      .catch((e) => e);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ correlationId: 'c-1' });
    expect(detailOr(error, 'Unable to load campaign.')).toBe('Unable to load campaign.');
  });

  it('turns a refusal into its sentence, its code and its fields', async () => {
    const { client } = clientOf(respond(400, problem));
    const error: unknown = await client.post('/api/subscribe/').catch((e) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'validation',
      detail: problem.detail,
      correlationId: 'c-1',
    });
    expect((error as ApiError).field('email')).toBe('Enter a valid e-mail address.');
    expect((error as ApiError).field('name')).toBeUndefined();
    expect(detailOr(error, 'Save failed')).toBe(problem.detail);
  });

  it.each([
    ['nothing', undefined],
    ['a page of a proxy', 'Bad gateway'],
    ['JSON of another kind', { error: 'x' }],
  ])('has the text of the caller when a refusal brings %s', async (_, body) => {
    const { client } = clientOf(respond(502, body));
    const error: unknown = await client.delete('/api/documents/1/').catch((e) => e);
    expect(error).toMatchObject({ status: 502, problem: undefined });
    expect(detailOr(error, 'Failed to delete document')).toBe('Failed to delete document');
  });

  it('passes on that no answer came', async () => {
    const { client } = clientOf(new Error('Network Error'));
    await expect(client.get('/api/me/', { answer: campaign })).rejects.toThrow('Network Error');
  });

  it('passes on the signal that ends a call early', async () => {
    const { client, transport } = clientOf(respond(200, { id: '1', title: 'A' }));
    const { signal } = new AbortController();
    await client.get('/api/campaigns/1/', { answer: campaign, signal });
    expect(transport.mock.calls[0]?.[1]?.signal).toBe(signal);
  });
});
