import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of the model; text is sent as server-sent events by default. */
export interface Script {
  text?: string;
  /** Refuses with it. */
  status?: number;
  /** The whole answer at once, as services do that know no streams. */
  isJson?: boolean;
  /** Bytes of each piece that is written to the socket. */
  pieces?: number;
  /** Says no more after the text, and holds on. */
  stalls?: boolean;
  /** Hangs up after the text. */
  cuts?: boolean;
  /** Called in the middle of the text, which continues when the promise settles. */
  meanwhile?: () => Promise<void>;
  /** Raw event lines instead of the text. */
  raw?: string;
  /** Repeats this text until the client disconnects. */
  endless?: string;
}

export interface ModelRequest {
  authorization: string | undefined;
  url: string;
  model: string;
  stream: boolean;
  system: string;
  user: string;
  /** Settled when the client disconnects before the end. */
  gone: Promise<void>;
}

/** Fakes the HTTP API of a language model on real sockets, with scripted responses. */
export interface ScriptedModel {
  url: string;
  requests: ModelRequest[];
  /** For requests to come; by default it answers that there is no answer. */
  script: (request: ModelRequest) => Script;
  /** Requests that match this pattern are recorded and rejected. */
  forbidden: RegExp | undefined;
  leaks: string[];
  stop(): Promise<void>;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ScriptedModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    script: () => ({ text: 'NO_ANSWER' }),
    forbidden: undefined,
    leaks: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await readRequest(request, response);
    model.requests.push(asked);
    const whole = `${asked.system}\n${asked.user}`;
    if (model.forbidden?.test(whole)) {
      model.leaks.push(whole);
      response.writeHead(418).end();
      return;
    }
    await play(model.script(asked), response);
  };
  return model;
}

async function readRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ModelRequest> {
  let body = '';
  for await (const part of request) body += String(part);
  const { model, stream, messages } = JSON.parse(body) as {
    model: string;
    stream: boolean;
    messages: { role: string; content: string }[];
  };
  const said = (role: string) => messages.find((one) => one.role === role)?.content ?? '';
  return {
    authorization: request.headers.authorization,
    url: request.url ?? '',
    model,
    stream,
    system: said('system'),
    user: said('user'),
    gone: new Promise((resolve) =>
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      }),
    ),
  };
}

async function play(script: Script, response: ServerResponse): Promise<void> {
  const { text = '', status = 200, isJson, raw, endless, pieces = 1_000 } = script;
  if (status !== 200) {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: 'Incorrect API key provided: sk-canary-key' } }),
    );
    return;
  }
  if (endless !== undefined) {
    response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/event-stream' });
    await goOn(response, endless);
    return;
  }
  if (isJson) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content: text } }] }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  const half = Math.floor(text.length / 2);
  await write(response, raw ?? events(text.slice(0, half)), pieces);
  await script.meanwhile?.();
  if (raw === undefined) await write(response, events(text.slice(half)), pieces);
  if (script.stalls) return;
  if (script.cuts) response.destroy();
  else if (raw === undefined) response.end('data: [DONE]\n\n');
  else response.end();
}

/** Maximum number of bytes of an endless response; a client should disconnect earlier. */
const MOST_SENT = 32_000_000;

/** Sends a text repeatedly and stops sending at the maximum. */
async function goOn(response: ServerResponse, text: string): Promise<void> {
  const bytes = Buffer.from(text.repeat(Math.ceil(10_000 / text.length)));
  for (let sent = 0; sent < MOST_SENT && !response.destroyed; sent += bytes.length)
    await new Promise<void>((resolve) => response.write(bytes, () => resolve()));
}

/** A few letters an event, as models send them. */
const events = (text: string): string =>
  (text.match(/[^]{1,5}/gu) ?? [])
    .map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    .join('');

/** Writes fixed-size chunks as separate packets, regardless of character boundaries. */
async function write(response: ServerResponse, text: string, size: number): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    await new Promise<void>((resolve) =>
      response.write(bytes.subarray(at, at + size), () => setImmediate(resolve)),
    );
  }
}
