import { randomInt } from 'node:crypto';
import http from 'node:http';

export interface Seen {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface FakeUpstream {
  readonly url: string;
  /** Without health checks. */
  readonly seen: Seen[];
  /** Replaces what it answers. */
  answer: http.RequestListener;
  stop(): Promise<void>;
  /** Listens again where it was. */
  restart(): Promise<void>;
}

/** A small service that echoes and records its requests. */
export async function startUpstream(name: string): Promise<FakeUpstream> {
  // Below those that the system gives to outgoing connections: it must be free at a restart too.
  let port = randomInt(20_000, 32_000);
  let server: http.Server;
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = http.createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('error', () => undefined);
        request.on('end', () => {
          if (!request.url?.startsWith('/health/'))
            upstream.seen.push({
              method: request.method ?? '',
              url: request.url ?? '',
              headers: request.headers,
              body: Buffer.concat(chunks).toString(),
            });
          upstream.answer(request, response);
        });
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const upstream = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    seen: [] as Seen[],
    answer: answerOf(name),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    restart: listen,
  };
  await listen().catch(() => {
    port = randomInt(20_000, 32_000);
    return listen();
  });
  return upstream;
}

/** The service's default answers: probes, its description, and its name on every other path. */
function answerOf(name: string): http.RequestListener {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    response.setHeader('content-type', 'application/json');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('strict-transport-security', 'max-age=1');
    response.setHeader('set-cookie', 'a=b');
    if (path === '/health/ready') response.end('{"ready":true,"parts":{"database":"ok"}}');
    else if (path === '/openapi.json') response.end(JSON.stringify(description(name)));
    else response.end(JSON.stringify({ from: name, path: request.url }));
  };
}

const description = (name: string) => ({
  openapi: '3.0.0',
  info: { title: name, version: '1' },
  paths: {
    [`/api/${name}`]: {
      get: {
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Row' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Row: { type: 'object', title: name } } },
});
