import { alike, type Method } from '@tomekeeper/testing';
import type { ModelRequest } from '../scripted-model';
import type { SearchApp } from '../search-app';
import type { TwoWorlds } from './worlds';

interface Told {
  method: Method;
  url: string;
  body?: object;
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

/** The calls by which a player may learn something, by what is looked for. */
const QUESTIONS = {
  search: found,
  /** The same, in words that have a meaning. */
  meaning: (campaign: string, q: string) => found(campaign, `${q.replace(/["-]/g, '')}?`),
  state: (campaign: string) => ({ method: 'GET', url: `/api/search/state/?campaign=${campaign}` }),
  suggest: (campaign: string, q: string) => ({
    method: 'GET',
    url: `/api/search/suggest/?campaign=${campaign}&q=${encodeURIComponent(q)}`,
  }),
  ask: asked,
  /** The same, answered by a model: what that is told counts too. */
  written: asked,
} satisfies Record<string, (campaign: string, probe: string) => Told>;
export type Question = keyof typeof QUESTIONS;

/** Those that are asked, where it is not all: of a model those that are questions, or nearly. */
const PROBES: Partial<Record<Question, (probes: readonly string[]) => readonly string[]>> = {
  written: (probes) => probes.slice(-16),
  meaning: (probes) => ['drake', 'smith', 'spouse', ...probes.slice(-24)],
  state: (probes) => probes.slice(-1),
};

/** What a player is told in each of the worlds, byte for byte, where that differs; the first differences say enough. */
export async function differences(
  service: SearchApp,
  { withSecrets, without, player, probes }: TwoWorlds,
  questions: readonly Question[] = Object.keys(QUESTIONS) as Question[],
  most = 3,
): Promise<string[]> {
  const told = async (campaign: string, question: Question, probe: string) => {
    const { method, url, ...rest }: Told = QUESTIONS[question](campaign, probe);
    const { status, headers, body } = await service.callPatiently(method, url, {
      as: player,
      ...rest,
    });
    const { date: _now, ...sent } = headers;
    return alike(JSON.stringify({ status, sent, body }));
  };
  const ofModel = async (campaign: string, probe: string) => {
    service.model.requests.length = 0;
    const answer = await told(campaign, 'written', probe);
    return answer + service.model.requests.map(heard).join();
  };
  service.model.script = quotesAll;
  await service.readAll();
  const differing: string[] = [];
  for (const question of questions) {
    const isWritten = question === 'written';
    for (const campaign of [withSecrets, without]) service.letModelRead(campaign, isWritten);
    let asks = 0;
    for (const probe of PROBES[question]?.(probes) ?? probes) {
      const [one, other] = isWritten
        ? [await ofModel(withSecrets, probe), await ofModel(without, probe)]
        : await Promise.all([told(withSecrets, question, probe), told(without, question, probe)]);
      asks += service.model.requests.length;
      if (one !== other)
        differing.push(`${question} ${probe}\n  with    ${one}\n  without ${other}`);
      if (differing.length === most) return differing;
    }
    if (isWritten && asks === 0) differing.push('No model was asked: nothing is shown.');
  }
  return differing;
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
