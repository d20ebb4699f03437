import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import {
  AllowedHosts,
  CHECK_EVERY_MS,
  ConnectionGuard,
  HEADERS_WITHIN_MS,
  namesOneHost,
  type ConnectionBounds,
} from '@tomekeeper/http-guard';
import { atMost, errorCode } from '@tomekeeper/cli-kit';
import { allowOrigin, answerPreflight } from './cors';
import { route } from './routes';
import { S3Error } from './s3-error';
import { parseRequest } from './s3-request';
import { verifySignature, type Credentials } from './signature';
import { Storage } from './storage';
import { element, xmlDocument } from './xml';

export type ObjectStoreOptions = {
  readonly dir: string;
  /** Default: a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Accepted hosts in addition to localhost's names and `host`. */
  readonly allowedHosts?: readonly string[];
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region?: string;
  /** Origins of the pages that may use presigned URLs. */
  readonly allowedOrigins?: readonly string[];
  readonly maxObjectBytes?: number;
  /** Limits of connections per client and their minimum speed; default {@link BOUNDS}. */
  readonly bounds?: Partial<ConnectionBounds>;
  /** Buckets to make when they are missing. */
  readonly buckets?: readonly string[];
  readonly onLog?: (entry: Readonly<Record<string, unknown>>) => void;
};

export type ObjectStore = {
  readonly endpoint: string;
  readonly port: number;
  stop(): Promise<void>;
};

/** No bucket can have this name. */
export const HEALTH_PATH = '/-/health/ready';
const LARGEST = 5 * 1024 ** 3;
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
/**
 * A large file over a slow line takes hours, so there is no deadline for a whole upload: 1 KiB a second in each minute
 * is enough, and a gap of a minute too much. A browser opens six connections at most.
 */
const BOUNDS: ConnectionBounds = {
  perAddress: 128,
  total: 2048,
  progress: { bytes: 60 * 1024, withinMs: 60_000 },
};
/** How long and how much a refused upload is still read, so that the client gets to see why. */
const LINGER = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 };

/** Starts an S3 endpoint on a folder; ready when it resolves. */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { host = '127.0.0.1', region = 'us-east-1', maxObjectBytes = LARGEST } = options;
  const credentials: Credentials = {
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region,
  };
  const origins = new Set(options.allowedOrigins ?? []);
  const storage = new Storage(options.dir);
  await storage.open();
  for (const bucket of options.buckets ?? []) {
    if (!(await storage.hasBucket(bucket))) await storage.createBucket(bucket);
  }
  const hosts = new AllowedHosts({ hosts: options.allowedHosts ?? [], bind: host });
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!namesOneHost(message)) throw new S3Error('InvalidRequest');
    if (!hosts.allows(message.headers.host)) throw new S3Error('MisdirectedRequest');
    if (message.url === HEALTH_PATH) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (message.method === 'OPTIONS') return answerPreflight(message, response, origins);
    allowOrigin(message, response, origins);
    const request = parseRequest(message);
    const payload = verifySignature(request, credentials);
    await route({ request, response, payload, storage, maxObjectBytes });
  };
  const timing = {
    headersTimeout: HEADERS_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  };
  const server = http.createServer(timing, (message, response) => {
    const started = Date.now();
    response.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase());
    answer(message, response)
      .catch((error: unknown) => refuse(message, response, error, options.onLog))
      .finally(() => {
        options.onLog?.({
          method: message.method,
          // A presigned URL is a credential: its parameters stay out of the log.
          path: message.url?.split('?')[0],
          status: response.statusCode,
          milliseconds: Date.now() - started,
        });
      });
  });
  // Node's five minutes are for a whole request; the guard asks for progress instead.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  new ConnectionGuard({ ...BOUNDS, ...options.bounds }).watch(server);
  await listen(server, options.port ?? 0, host);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { endpoint: `http://127.0.0.1:${port}`, port, stop: () => close(server) };
}

function listen(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

async function close(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await atMost(closed, 2_000);
  server.closeAllConnections();
  await closed;
}

/** A full disk is temporary, so the client should retry. Other errors are internal. */
function notOurs(error: unknown): S3Error {
  if (!DISK_FULL.has(errorCode(error) ?? '')) return new S3Error('InternalError');
  return new S3Error('ServiceUnavailable', undefined, { 'Retry-After': '60' });
}

async function refuse(
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  onLog: ObjectStoreOptions['onLog'],
): Promise<void> {
  // The client closed the connection, so no answer can reach it.
  if (message.destroyed && !message.complete) return;
  const refusal = error instanceof S3Error ? error : notOurs(error);
  if (refusal !== error) onLog?.({ level: 'error', error: String(error) });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  const unread = !message.complete;
  if (unread) response.setHeader('Connection', 'close');
  const head = message.method === 'HEAD';
  const xml = xmlDocument(
    'Error',
    element('Code', refusal.code),
    element('Message', refusal.message),
  ).replace(/ xmlns="[^"]*"/, '');
  response.writeHead(refusal.status, head ? {} : { 'Content-Type': 'application/xml' });
  response.end(head ? undefined : xml);
  if (unread) await linger(message);
}

/**
 * Closing while the client still sends would reset the connection, and the answer with it: read on
 * for a while, throwing everything away.
 */
async function linger(message: IncomingMessage): Promise<void> {
  let bytes = 0;
  message.on('error', () => undefined);
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER.bytes) message.destroy();
  });
  const ended = new Promise<void>((resolve) => message.once('close', () => resolve()));
  await atMost(ended, LINGER.milliseconds);
  if (!message.complete) message.destroy();
}
