import { alike, type Call, type Method, type ModelRequest } from '@tomekeeper/testing';
import type { SearchApp } from '../search-app';

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
const asked = (campaign: string, question: string) => ({
  method: 'POST' as const,
  url: '/api/search/ask/',
  body: { campaign, question },
});
/** The same, event by event. */
const streamed = (campaign: string, question: string) => ({
  ...asked(campaign, question),
  headers: { accept: 'text/event-stream' },
});

/** The calls by which a player may learn something, by what is looked for. */
const CALLS = {
  search: found,
  /** The same, in words that have a meaning. */
  meaning: (campaign: string, q: string) => found(campaign, `${q.replace(/["-]/g, '')}?`),
  /** As the search palette asks, with suggestions. */
  typing: (campaign: string, q: string) => ({
    method: 'GET' as const,
    url: `${found(campaign, q).url}&typing=true`,
  }),
  state: (campaign: string) => ({ method: 'GET', url: `/api/search/state/?campaign=${campaign}` }),
  suggest: (campaign: string, q: string) => ({
    method: 'GET',
    url: `/api/search/suggest/?campaign=${campaign}&q=${encodeURIComponent(q)}`,
  }),
  ask: asked,
  /** The same, answered by a model: what that is told counts too. */
  written: asked,
  streamed,
  streamed_written: streamed,
} satisfies Record<string, (campaign: string, probe: string) => Asked>;
export type CallName = keyof typeof CALLS;
export const CALL_NAMES = Object.keys(CALLS) as CallName[];

/** Those that a model answers. */
export const isWritten = (call: CallName): boolean =>
  call === 'written' || call === 'streamed_written';

/** Who asks, and with whose eyes. */
export type Asker = Pick<Call, 'as' | 'headers'>;

/** Lets models of others read a campaign where one is to write there, telling all that it is told, or is asked what words mean. */
export function prepare(service: SearchApp, campaign: string, call: CallName): void {
  service.model.script = quotesAll;
  service.letModelRead(campaign, isWritten(call) || call === 'meaning');
}

/** What somebody is told, byte for byte but for what differs by chance. */
export async function tell(
  service: SearchApp,
  asker: Asker,
  campaign: string,
  call: CallName,
  probe: string,
): Promise<string> {
  return answerTo(service, asker, CALLS[call](campaign, probe));
}

/** What somebody is told who looks in all of their campaigns. */
export const tellEverywhere = (service: SearchApp, asker: Asker, probe: string): Promise<string> =>
  answerTo(service, asker, {
    method: 'GET',
    url: `/api/search/?limit=50&q=${encodeURIComponent(probe)}`,
  });

async function answerTo(
  service: SearchApp,
  { as, headers: eyes }: Asker,
  { method, url, body: asked, headers: more }: Asked,
): Promise<string> {
  const { status, headers, body } = await service.callPatiently(method, url, {
    as,
    body: asked,
    headers: { ...eyes, ...more },
  });
  const { date: _now, ...sent } = headers;
  return alike(JSON.stringify({ status, sent, body }));
}

/** The same with what a model is told for it; nobody else may ask meanwhile. */
export async function tellWithModel(
  service: SearchApp,
  ...asked: [asker: Asker, campaign: string, call: CallName, probe: string]
): Promise<{ told: string; requests: number }> {
  service.model.requests.length = 0;
  const told = await tell(service, ...asked);
  const { requests } = service.model;
  return { told: told + requests.map(heard).join(), requests: requests.length };
}

/** A model that tells all that it was told, but the marks, which differ each time. */
const quotesAll = ({ user }: ModelRequest) => ({
  text: user
    .split('\n')
    .filter((line) => !/^<\/?source/.test(line))
    .map((line, at) => `${line} [${(at % 8) + 1}].`)
    .join('\n'),
});

/** Without the code of each request. */
function heard({ system, user }: ModelRequest): string {
  const [, code = ''] = /code ([0-9a-f]{16})/.exec(system) ?? [];
  return `${system}\n${user}`.replaceAll(code, '<code>');
}
