import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { INTERNAL_LIMITS, ServiceTokenVerifier } from '@tomekeeper/internal-http';
import type { ServiceKeys } from './service-keys';

/** Response of a fake service: buffers unchanged, objects as JSON; undefined is 404. */
export type FakeAnswer = Buffer | object | undefined;
export type FakeRoutes = (url: URL, request: IncomingMessage) => FakeAnswer | Promise<FakeAnswer>;

export type FakeService = {
  readonly url: string;
  /** Internal calls so far, path and query, oldest first. */
  readonly calls: string[];
  /** `down` cuts connections, `silent` never answers. */
  mode: 'up' | 'down' | 'silent';
  /** Cuts the connections that there are. */
  cut(): void;
  stop(): Promise<void>;
};

/** Until a fake service answers on a busy machine. */
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Fakes another service at its HTTP interface: accepts only service tokens with its audience, below
 * `/internal/`.
 */
export async function startFakeService(
  name: string,
  keys: ServiceKeys,
  routes: FakeRoutes,
): Promise<FakeService> {
  INTERNAL_LIMITS.timeoutMs = BUSY_TIMEOUT_MS;
  const verifier = await ServiceTokenVerifier.create(name, keys.publicKeys);
  const calls: string[] = [];
  /** Verification results by token: each token is verified once, although many calls use it. */
  const verified = new Map<string, Promise<boolean>>();
  const isGood = (token: string): Promise<boolean> => {
    const known =
      verified.get(token) ??
      verifier.verify(token).then(
        () => true,
        () => false,
      );
    verified.set(token, known);
    return known;
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (service.mode === 'down') return void request.socket.destroy();
      if (service.mode === 'silent') return;
      const url = new URL(request.url ?? '/', 'http://fake');
      if (url.pathname.startsWith('/internal/')) {
        calls.push(url.pathname + url.search);
        const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        if (!(await isGood(token))) return void response.writeHead(401).end();
      }
      const answer = await routes(url, request);
      response
        .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
        .end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer ?? {}));
    })();
  });
  const service: FakeService = {
    url: await listen(server),
    calls,
    mode: 'up',
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
}
