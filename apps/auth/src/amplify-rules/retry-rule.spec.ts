/** @jest-environment node */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resendSignUpCode } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { configureAmplify } from './configure-amplify';

// product.md, section 8: "Retry rule of the identity library". Uses the real library over HTTP.

/** How the server deals with each person, by name. */
type Deal = (response: ServerResponse) => void;
const deals = new Map<string, Deal>();
const attempts = new Map<string, number>();

const refuse =
  (status: number, name: string): Deal =>
  (response) => {
    response.writeHead(status, { 'x-amzn-errortype': name });
    response.end(JSON.stringify({ __type: name, message: name }));
  };
const hangUp: Deal = (response) => response.destroy();

async function handle(request: IncomingMessage, response: ServerResponse) {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { Username } = JSON.parse(text) as { Username: string };
  attempts.set(Username, (attempts.get(Username) ?? 0) + 1);
  deals.get(Username)?.(response);
}

// Amplify knows a failed connection by its class, and fetch throws the one of the world outside jest.
const { fetch } = globalThis;
globalThis.fetch = (...call) =>
  fetch(...call).catch((cause: Error) => {
    throw new TypeError(cause.message, { cause });
  });

const server = createServer((request, response) => void handle(request, response));
beforeAll(async () => {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  configureAmplify({ userPoolEndpoint: `http://127.0.0.1:${port}` });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Asks the pool something. @returns how often the request came, and the name of the error */
async function ask(username: string, deal: Deal) {
  deals.set(username, deal);
  const error: unknown = await resendSignUpCode({ username }).catch((thrown: unknown) => thrown);
  return { attempts: attempts.get(username), error: (error as Error).name };
}

describe('"Retry rule of the identity library: up to 3 attempts"', () => {
  it.each([429, 500, 502, 503, 504])('for HTTP %i', async (status) => {
    const answer = await ask(`status ${status}`, refuse(status, 'SomeException'));
    expect(answer).toEqual({ attempts: 3, error: 'SomeException' });
  });

  it.each(['ThrottlingException', 'TooManyRequestsException', 'LimitExceededException'])(
    'for throttling error names: %s',
    async (name) => {
      expect(await ask(name, refuse(400, name))).toEqual({ attempts: 3, error: name });
    },
  );

  it.each(['TimeoutError', 'RequestTimeout', 'RequestTimeoutException'])(
    'for throttling and timeout error names: %s',
    async (name) => {
      expect(await ask(name, refuse(400, name))).toEqual({ attempts: 3, error: name });
    },
  );

  it('for network errors', async () => {
    expect(await ask('cut', hangUp)).toEqual({ attempts: 3, error: 'NetworkError' });
  });

  it('and one attempt for a refusal that stays one', async () => {
    const answer = await ask('refused', refuse(400, 'NotAuthorizedException'));
    expect(answer).toEqual({ attempts: 1, error: 'NotAuthorizedException' });
  });

  it('ends with the first attempt that succeeds', async () => {
    const deal: Deal = (response) => {
      if (attempts.get('late') === 1) return refuse(503, 'ServiceUnavailable')(response);
      response.end('{"CodeDeliveryDetails":{"DeliveryMedium":"EMAIL"}}');
    };
    deals.set('late', deal);
    expect(await resendSignUpCode({ username: 'late' })).toMatchObject({ deliveryMedium: 'EMAIL' });
    expect(attempts.get('late')).toBe(2);
  });
});
