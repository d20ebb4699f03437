import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { productClient } from '@tomekeeper/launcher/demo';
import { ask, type Answer } from '../product/calls';
import { newWord } from '../product/words';
import { join, type Member } from '../product/people';
import type { Product } from '../product/product';

const PLAYERS = 5;
/** More than GMs reveal and show in twenty minutes, so that some remain hidden. */
const SECRETS = 400;

const Made = z.object({ id: z.uuid() });
const Passages = z.object({
  passages: z.array(z.object({ id: z.string(), text: z.string() })),
});

/** A passage that only GMs see at first, with a word that occurs nowhere else. */
export type Secret = {
  readonly document: string;
  readonly passage: string;
  readonly word: string;
};

/** A campaign with a running session, and another one planned after it. */
export type Table = {
  readonly url: string;
  readonly campaign: string;
  readonly session: string;
  readonly next: string;
  readonly gms: readonly [Member, Member];
  readonly players: readonly Member[];
  readonly secrets: readonly Secret[];
};

/** Sends a request as a person. @throws Refused while processes are down */
export const askAs = async (
  url: string,
  person: Member,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => ask(url + path, { method, token: await person.token(), body });

/** Creates the campaign with two GMs and five players, and starts its session. */
export async function setTable(product: Product): Promise<Table> {
  const { url } = product;
  const owner = await join(product);
  const coGm = await join(product);
  const players: Member[] = [];
  for (let n = 0; n < PLAYERS; n += 1) players.push(await join(product));
  const client = productClient(url, await owner.token());
  const { call } = client;
  const campaign = await client.campaign(`Campaign ${randomUUID()}`, 'Any');
  await client.addPlayers(
    campaign,
    [coGm, ...players].map(({ id }) => id),
  );
  await call('PATCH', `/api/campaigns/${campaign}/players/${coGm.id}/`, {
    role: 'co_gm',
  });

  const sessions = `/api/campaigns/${campaign}/sessions/`;
  const plan = async (announced: boolean) =>
    Made.parse(await call('POST', sessions, { title: newWord(), announced })).id;
  const session = await plan(false);
  const next = await plan(true);
  await call('PATCH', `${sessions}${session}/`, { state: 'running' });

  const words = Array.from({ length: SECRETS }, newWord);
  const note = { campaign, title: 'What happens tonight', is_spoilers: false };
  const { id: document } = Made.parse(await call('POST', '/api/documents/notes/', note));
  const changes = words.map((word) => ({
    ...{
      id: randomUUID(),
      kind: 'paragraph',
      content: { inlines: [{ text: word }] },
    },
    audience: 'gm',
  }));
  await call('PATCH', `/api/documents/${document}/passages/`, { changes });
  const where = `/api/documents/${document}/passages/?limit=500`;
  const { passages } = Passages.parse(await call('GET', where));
  const written = passages.filter(({ text }) => words.includes(text));
  await call('PUT', `/api/documents/${document}/audience/`, {
    passages: written.map(({ id }) => id),
    audience: 'gm',
  });
  const secrets = written.map(({ id, text }) => ({
    document,
    passage: id,
    word: text,
  }));
  return { url, campaign, session, next, gms: [owner, coGm], players, secrets };
}
