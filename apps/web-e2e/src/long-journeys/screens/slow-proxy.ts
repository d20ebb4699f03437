import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { shared } from '../../product/shared-product';

export interface SlowProxy {
  url: string;
  /** Delays all responses but those of the API until `release`. */
  hold(): void;
  /** Sends all delayed responses. */
  release(): void;
  /** Paths of delayed responses. */
  held(): string[];
  /** Changes the body of a response; undefined means 404. */
  change(path: string, change: ((body: string) => string) | undefined): void;
  close(): Promise<void>;
}

const CALL = /^\/(api|idp)\//;

/** A proxy of the shared product that delays responses and changes them. */
export async function startSlowProxy(): Promise<SlowProxy> {
  const changes = new Map<string, ((body: string) => string) | undefined>();
  const waiting = new Map<() => void, string>();
  let isHolding = false;

  const held = (path: string) =>
    new Promise<void>((resolve) => {
      if (isHolding && !CALL.test(path)) waiting.set(resolve, path);
      else resolve();
    });
  const server = http.createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    void held(path).then(() => {
      const isChanged = changes.has(path);
      const change = changes.get(path);
      if (isChanged && !change) return response.writeHead(404).end();
      const headers = { ...request.headers };
      if (isChanged) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
      const { method } = request;
      const sent = http.request(shared.url + request.url, { method, headers }, (answer) => {
        if (!change) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          return answer.pipe(response);
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        return answer.on('end', () => {
          const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, rest);
          response.end(change(Buffer.concat(chunks).toString()));
        });
      });
      sent.on('error', () => response.destroy());
      response.on('close', () => sent.destroy());
      return request.pipe(sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const answer of waiting.keys()) answer();
      waiting.clear();
    },
    held: () => [...waiting.values()],
    change: (path, change) => void changes.set(path, change),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
