import { liveHint, type LiveHint } from '@tomekeeper/contracts-live';
import { eventually } from '@tomekeeper/testing';
import { get, type IncomingHttpHeaders } from 'node:http';

/** A stream as a client reads it. */
export interface OpenedStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** All bytes received so far. */
  text(): string;
  /** All events received so far, including the refetch event. */
  hints(): LiveHint[];
  /** Waits for hints after the first, which says where the stream begins. */
  heard(count: number): Promise<LiveHint[]>;
  isOver(): boolean;
  close(): void;
}

/** Opens a stream; resolves with the first byte of its body, or with the status that refuses it. */
export function openStream(
  origin: string,
  token?: string,
  last?: number,
  query = '',
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isOver = false;
    const request = get(`${origin}/api/live/${query}`, {
      agent: false,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(last === undefined ? {} : { 'last-event-id': String(last) }),
      },
    });
    request.once('error', reject);
    request.once('response', (answer) => {
      const hints = () =>
        text
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => liveHint.parse(JSON.parse(line.slice('data: '.length))));
      const stream: OpenedStream = {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: () => text,
        hints,
        heard: (count) =>
          eventually(() => {
            const found = hints().slice(1);
            return found.length >= count ? found : undefined;
          }),
        isOver: () => isOver,
        close: () => request.destroy(),
      };
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        resolve(stream);
      });
      request.on('error', () => undefined);
      for (const event of ['end', 'close', 'error'])
        answer.on(event, () => {
          isOver = true;
          resolve(stream);
        });
    });
  });
}
