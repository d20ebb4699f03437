import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** How the server treats a remote's files. */
export type Behaviour = 'served' | 'missing' | 'silent';

export interface RemoteUnderTest {
  /** Folder of the built remote. */
  dist: string;
  /** Overrides of the registry response. */
  manifest?: Record<string, unknown>;
}

export interface FrameServer {
  origin: string;
  /** How a remote's files are served from now on. */
  setBehaviour: (id: string, behaviour: Behaviour) => void;
  /** Registry response without the remotes. */
  addBrokenEntry: (entry: unknown) => void;
  setStartup: (behaviour: 'served' | 'missing') => void;
  close: () => Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** As strict as the product's own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const testConfig = {
  environment: 'local',
  identity: { user_pool_id: 'local_test', user_pool_client_id: 'client1' },
  robot_check: { provider: 'none' },
  limits: { max_upload_mb: 200 },
  password_policy: {
    min_length: 8,
    max_length: 256,
    require_uppercase: true,
    require_lowercase: true,
    require_numbers: true,
    require_symbols: false,
  },
};

/** The built shell and remotes on one origin, without any service behind: the frame alone is tested. */
export async function startFrameServer(options: {
  shellDist: string;
  remotes: Record<string, RemoteUnderTest>;
  config?: Record<string, unknown>;
}): Promise<FrameServer> {
  const { shellDist, remotes, config = {} } = options;
  const behaviours = new Map<string, Behaviour>();
  const brokenEntries: unknown[] = [];
  let startup: 'served' | 'missing' = 'served';

  const json = (response: http.ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const registry = () => [
    ...brokenEntries,
    ...Object.entries(remotes).map(([id, { dist, manifest }]) => {
      const built = JSON.parse(fs.readFileSync(path.join(dist, 'remote.json'), 'utf8')) as object;
      return {
        id,
        version: 'test',
        base_url: `/remotes/${id}/test/`,
        manifest: { ...built, ...manifest },
      };
    }),
  ];

  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://frame.test');
    if (pathname === '/config.json' || pathname === '/registry/remotes.json') {
      if (startup === 'missing') return json(response, 503, { detail: 'down' });
      const body =
        pathname === '/config.json' ? { ...testConfig, ...config } : { remotes: registry() };
      return json(response, 200, body);
    }
    // Error reports of pages.
    if (pathname === '/api/reports/') return response.writeHead(204).end();
    const [, id, file] = /^\/remotes\/([^/]+)\/test\/(.+)$/.exec(pathname) ?? [];
    if (id && file) {
      const behaviour = behaviours.get(id) ?? 'served';
      if (behaviour === 'silent') return undefined; // Accepts, and never answers.
      if (behaviour === 'missing') return json(response, 404, { detail: 'gone' });
      return sendFile(response, path.join(remotes[id]?.dist ?? shellDist, file));
    }
    const asset = path.join(shellDist, pathname);
    const isAsset = pathname !== '/' && fs.existsSync(asset);
    return sendFile(response, isAsset ? asset : path.join(shellDist, 'index.html'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://localhost:${port}`,
    setBehaviour: (id, behaviour) => void behaviours.set(id, behaviour),
    addBrokenEntry: (entry) => void brokenEntries.push(entry),
    setStartup: (behaviour) => {
      startup = behaviour;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFile(response: http.ServerResponse, file: string) {
  if (!fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const packed = fs.existsSync(`${file}.gz`);
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    ...(packed ? { 'content-encoding': 'gzip' } : {}),
  });
  fs.createReadStream(packed ? `${file}.gz` : file).pipe(response);
}
