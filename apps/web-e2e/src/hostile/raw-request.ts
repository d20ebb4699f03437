import http from 'node:http';

export interface RawRequest {
  method: string;
  /** Sends raw bytes; `fetch` would normalize the request. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request as no browser would. */
export function send(origin: string, request: RawRequest): Promise<RawAnswer> {
  const { method, path, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request(
      origin,
      {
        agent,
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream(response)) sent.destroy();
        });
        // Only the beginning of a streaming response.
        response.once('close', () => {
          if (isStream(response))
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: withoutNumbers(Buffer.concat(chunks).toString('utf8')),
            });
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', (error) => {
          if (!isStream(response)) reject(error);
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const isStream = ({ headers }: http.IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Hints are counted from a moment of the clock on. */
const withoutNumbers = (text: string): string => text.replace(/"n":\d+|^id: \d+$/gm, '(number)');

/** Closes the keep-alive connections. */
export const closeConnections = (): void => agent.destroy();
