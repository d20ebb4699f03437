import { alike, type Method } from '@tomekeeper/testing';
import type { SearchApp } from '../search-app';
import type { TwoWorlds } from './worlds';

interface Told {
  method: Method;
  url: string;
  body?: object;
}

/** The calls by which a player may learn something, by what is looked for. */
const QUESTIONS = {
  search: (campaign: string, q: string) => ({
    method: 'GET',
    url: `/api/search/?campaign=${campaign}&limit=50&q=${encodeURIComponent(q)}`,
  }),
  suggest: (campaign: string, q: string) => ({
    method: 'GET',
    url: `/api/search/suggest/?campaign=${campaign}&q=${encodeURIComponent(q)}`,
  }),
  ask: (campaign: string, question: string) => ({
    method: 'POST',
    url: '/api/search/ask/',
    body: { campaign, question },
  }),
} satisfies Record<string, (campaign: string, probe: string) => Told>;
export type Question = keyof typeof QUESTIONS;

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
  const differing: string[] = [];
  for (const question of questions)
    for (const probe of probes) {
      const [one, other] = await Promise.all([
        told(withSecrets, question, probe),
        told(without, question, probe),
      ]);
      if (one !== other)
        differing.push(`${question} ${probe}\n  with    ${one}\n  without ${other}`);
      if (differing.length === most) return differing;
    }
  return differing;
}
