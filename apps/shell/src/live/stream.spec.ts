import { HintStream, type NumberedHint } from './stream';

interface Call {
  headers: Record<string, string>;
  /** Sends a chunk of the response. */
  send(text: string): void;
  end(): void;
  isAborted(): boolean;
}

let calls: Call[];
let hints: NumberedHint[];
let answers: (() => Partial<Response>)[];
let stream: HintStream;

const encoder = new TextEncoder();

/** Fetch stub whose responses the test writes. */
const fetch = ((_path: string, init: RequestInit) => {
  const refusal = answers.shift();
  if (refusal) return Promise.resolve(refusal() as Response);
  type Piece = { done: boolean; value?: Uint8Array };
  const pieces: Piece[] = [];
  let waiting: { resolve: (piece: Piece) => void; reject: (error: Error) => void } | undefined;
  const push = (piece: Piece) => {
    if (waiting) waiting.resolve(piece);
    else pieces.push(piece);
    waiting = undefined;
  };
  init.signal?.addEventListener('abort', () => waiting?.reject(new Error('aborted')));
  calls.push({
    headers: init.headers as Record<string, string>,
    send: (text) => push({ done: false, value: encoder.encode(text) }),
    end: () => push({ done: true }),
    isAborted: () => init.signal?.aborted ?? false,
  });
  const read = () =>
    new Promise<Piece>((resolve, reject) => {
      const piece = pieces.shift();
      if (piece) resolve(piece);
      else waiting = { resolve, reject };
    });
  return Promise.resolve({ ok: true, body: { getReader: () => ({ read }) } });
}) as unknown as typeof globalThis.fetch;

const pass = async (ms: number) => {
  await jest.advanceTimersByTimeAsync(ms);
};
const line = (n: number, kind = 'documents') =>
  `id: ${n}\ndata: ${JSON.stringify({ n, kind, campaign: 'c', id: 'd' })}\n\n`;
const refused = (status: number, seconds?: number) => () => ({
  ok: false,
  status,
  headers: new Headers(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
});

beforeEach(() => {
  jest.useFakeTimers();
  calls = [];
  hints = [];
  answers = [];
  stream = new HintStream({
    getIdToken: () => Promise.resolve('token'),
    last: () => hints.at(-1)?.n,
    within: () => 3,
    onPosition: jest.fn(),
    onHint: (hint) => hints.push(hint),
    fetch,
    random: () => 0.5,
  });
  stream.start();
});
afterEach(() => {
  stream.stop();
  jest.useRealTimers();
});

it('parses events across chunk boundaries, and ignores unknown ones', async () => {
  await pass(0);
  expect(calls[0]?.headers).toEqual({ Accept: 'text/event-stream', Authorization: 'Bearer token' });
  const text = `:\n\n${line(7)}`;
  calls[0]?.send(text.slice(0, 20));
  await pass(0);
  calls[0]?.send(`${text.slice(20)}data: {nonsense\n\ndata: {"n":"8"}\n\n`);
  await pass(0);
  expect(hints).toEqual([{ n: 7, kind: 'documents', campaign: 'c', id: 'd' }]);
});

it('comes back with the last number, soon after the first break and ever later after others', async () => {
  await pass(0);
  calls[0]?.send(line(7));
  await pass(0);
  calls[0]?.end();
  await pass(499);
  expect(calls).toHaveLength(1);
  await pass(1);
  expect(calls).toHaveLength(2);
  expect(calls[1]?.headers['Last-Event-ID']).toBe('7');
  const waits = [];
  for (let at = 2; at < 9; at++) {
    calls[at - 1]?.end();
    const began = Date.now();
    while (calls.length === at) await pass(100);
    waits.push(Math.round((Date.now() - began) / 1000));
  }
  expect(waits).toEqual([2, 3, 6, 12, 23, 23, 23]);
});

it('takes a stream that lasted for a good one', async () => {
  await pass(0);
  for (let at = 1; at < 4; at++) {
    await pass(11_000);
    calls[at - 1]?.end();
    await pass(500);
    expect(calls).toHaveLength(at + 1);
  }
});

it.each([
  [503, 7, 7],
  [429, 5, 5],
  [401, undefined, 30],
])('waits as a refusal with %d says', async (status, retryAfter, seconds) => {
  await pass(0);
  answers.push(refused(status, retryAfter));
  calls[0]?.end();
  await pass(500);
  expect(answers).toEqual([]);
  await pass(seconds * 1000 - 100);
  expect(calls).toHaveLength(1);
  await pass(100);
  expect(calls).toHaveLength(2);
});

it('leaves a stream that has said nothing for long, as after a sleep', async () => {
  await pass(0);
  for (let at = 0; at < 4; at++) {
    await pass(20_000);
    calls[0]?.send(':\n\n');
  }
  await pass(0);
  expect(calls[0]?.isAborted()).toBe(false);
  await pass(51_000);
  expect(calls[0]?.isAborted()).toBe(true);
  expect(calls).toHaveLength(2);
});

it('reconnects at once on another network, and when the device wakes', async () => {
  await pass(0);
  stream.wake(false);
  expect(calls[0]?.isAborted()).toBe(false);
  stream.wake(true);
  expect(calls[0]?.isAborted()).toBe(true);
  await pass(1);
  stream.wake(false);
  await pass(0);
  expect(calls).toHaveLength(2);
});

it('comes back soon on another network, however much failed on the one before', async () => {
  await pass(0);
  for (let at = 1; at < 6; at++) {
    calls[at - 1]?.end();
    while (calls.length === at) await pass(100);
  }
  stream.wake(true);
  await pass(500);
  expect(calls).toHaveLength(7);
});

it('is silent once it is stopped', async () => {
  await pass(0);
  stream.stop();
  expect(calls[0]?.isAborted()).toBe(true);
  await pass(120_000);
  expect(calls).toHaveLength(1);
});
