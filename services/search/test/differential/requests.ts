import { alike, type Call, type Method, type ModelRequest } from '@tomekeeper/testing';
import type { SearchApp } from '../search-app';
import { SHARED_TAG, UNSHARED_TAG } from './worlds';

interface Asked {
  method: Method;
  url: string;
  body?: object;
  headers?: Record<string, string>;
}

const found = (campaign: string, q: string) => ({
  method: 'GET' as const,
  url: `/api/search/?campaign=${campaign}&limit=50&q=${encodeURIComponent(q)}`,
});
const inFolder = (campaign: string, q: string, tag: string) => ({
  ...found(campaign, q),
  url: `${found(campaign, q).url}&tag=${tag}`,
});
const asked = (campaign: string, question: string) => ({
  method: 'POST' as const,
  url: '/api/search/ask/',
  body: { campaign, question },
});
/** As a stream. */
const streamed = (campaign: string, question: string) => ({
  ...asked(campaign, question),
  headers: { accept: 'text/event-stream' },
});

/** Calls of players, by probe. */
const CALLS = {
  search: found,
  /** As a question, for semantic search. */
  meaning: (campaign: string, q: string) => found(campaign, `${q.replace(/["-]/g, '')}?`),
  /** As the search palette asks, with suggestions. */
  typing: (campaign: string, q: string) => ({
    method: 'GET' as const,
    url: `${found(campaign, q).url}&typing=true`,
  }),
  /** In a folder that GMs share. */
  tagged: (campaign: string, q: string) => inFolder(campaign, q, SHARED_TAG),
  /** With a tag that no GM shares. */
  unshared: (campaign: string, q: string) => inFolder(campaign, q, UNSHARED_TAG),
  state: (campaign: string) => ({ method: 'GET', url: `/api/search/state/?campaign=${campaign}` }),
  suggest: (campaign: string, q: string) => ({
    method: 'GET',
    url: `/api/search/suggest/?campaign=${campaign}&q=${encodeURIComponent(q)}`,
  }),
  ask: asked,
  /** With a model, whose prompt is compared too. */
  written: asked,
  streamed,
  streamed_written: streamed,
} satisfies Record<string, (campaign: string, probe: string) => Asked>;
export type CallName = keyof typeof CALLS;
export const CALL_NAMES = Object.keys(CALLS) as CallName[];

export const isWritten = (call: CallName): boolean =>
  call === 'written' || call === 'streamed_written';

/** Caller and view-as. */
export type Asker = Pick<Call, 'as' | 'headers'>;

/** Prepares a call: allows models where needed, and scripts one that repeats its prompt. */
export function prepare(service: SearchApp, campaign: string, call: CallName): void {
  service.model.script = quoteEverything;
  service.allowModels(campaign, isWritten(call) || call === 'meaning');
}

/** Response as text, without random values. */
export async function send(
  service: SearchApp,
  asker: Asker,
  campaign: string,
  call: CallName,
  probe: string,
): Promise<string> {
  return answerTo(service, asker, CALLS[call](campaign, probe));
}

export const sendToAllCampaigns = (
  service: SearchApp,
  asker: Asker,
  probe: string,
): Promise<string> =>
  answerTo(service, asker, {
    method: 'GET',
    url: `/api/search/?limit=50&q=${encodeURIComponent(probe)}`,
  });

async function answerTo(
  service: SearchApp,
  { as, headers: eyes }: Asker,
  { method, url, body: asked, headers: more }: Asked,
): Promise<string> {
  const { status, headers, body } = await service.callUntilReady(method, url, {
    as,
    body: asked,
    headers: { ...eyes, ...more },
  });
  const { date: _now, ...sent } = headers;
  return alike(JSON.stringify({ status, sent, body }));
}

/** Response and prompts of the model; requires that no other call uses the model. */
export async function sendWithModel(
  service: SearchApp,
  ...asked: [asker: Asker, campaign: string, call: CallName, probe: string]
): Promise<{ told: string; requests: number }> {
  service.model.requests.length = 0;
  const told = await send(service, ...asked);
  const { requests } = service.model;
  return { told: told + requests.map(promptOf).join(), requests: requests.length };
}

/** A model that repeats its prompt, without the random marks. */
const quoteEverything = ({ user }: ModelRequest) => ({
  text: user
    .split('\n')
    .filter((line) => !/^<\/?source/.test(line))
    .map((line, at) => `${line} [${(at % 8) + 1}].`)
    .join('\n'),
});

/** Without the code of each request. */
function promptOf({ system, user }: ModelRequest): string {
  const [, code = ''] = /code ([0-9a-f]{16})/.exec(system) ?? [];
  return `${system}\n${user}`.replaceAll(code, '<code>');
}
