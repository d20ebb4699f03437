import http from 'node:http';

export interface RawRequest {
  method: string;
  /** Goes out as it is: `fetch` would tidy it up. */
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
        // Of an answer that goes on, its beginning.
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

/** Ends the connections that are kept. */
export const closeConnections = (): void => agent.destroy();
