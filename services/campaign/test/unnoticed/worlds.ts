import { randomUUID } from 'node:crypto';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { Method, TestPerson } from '@tomekeeper/testing';
import type { CampaignApp } from '../campaign-app';
import { session } from '../transfers/imported-session';

/** Part of every invited address. */
export const CANARY = 'canary';

export interface World {
  campaign: string;
  owner: TestPerson;
  player: TestPerson;
  /** Ids of other members, and of an announced session. */
  known: string[];
  /** Ids of this world's invites, and as many that never were; in the other world the other way round. */
  guesses: string[];
}

/** Two campaigns alike; in one of them GMs do everything with invites and offers that their players are not to notice. */
export async function playWorlds(service: CampaignApp): Promise<[World, World]> {
  const left = await begin(service);
  const right = await begin(service);
  const invites = await actUnnoticed(service, left);
  left.guesses = [...invites, ...invites.map(() => randomUUID())];
  right.guesses = invites.concat(invites).map(() => randomUUID());
  return [left, right];
}

type Begun = World & { coGm: TestPerson; other: TestPerson };

async function begin(service: CampaignApp): Promise<Begun> {
  const join = (name: string) => service.identity.join(name);
  const [owner, player] = [await join('Owner'), await join('Player')];
  const [other, coGm] = [await join('Other'), await join('Second')];
  const campaign = await service.campaign(owner, [player, other]);
  await service.coGms(campaign, owner, [coGm]);
  const announced = await service.call('POST', `/api/campaigns/${campaign}/sessions/`, {
    as: owner,
    body: { announced: true, starts_at: '2027-03-05T19:00:00.000Z', time_zone: 'UTC' },
  });
  const known = [other.id, coGm.id, announced.body.id as string];
  return { campaign, owner, player, other, coGm, known, guesses: [] };
}

/** Hidden sessions, and hidden parts of the announced one. @returns ids of the sessions and checklist items */
async function planUnnoticed(
  call: (method: Method, what: string, body?: object, query?: string) => Promise<{ id: string }>,
  announced: string,
): Promise<string[]> {
  const title = `${CANARY} dies`;
  const hidden = await call('POST', 'sessions', { title, starts_at: '2027-03-01T19:00:00.000Z' });
  const one = `sessions/${announced}`;
  const item = await call('POST', `${one}/checklist`, { text: title });
  await call('PATCH', `${one}/checklist/${item.id}`, { done: true });
  const open = await call('POST', `${one}/checklist`, { text: title });
  await call('PATCH', one, { title, plan: hidden.id, recap: hidden.id });
  const text = { kind: 'text', id: randomUUID(), text: title };
  for (const session of [announced, hidden.id])
    await call('PUT', 'board', { items: [text], version: 0 }, `?session=${session}`);
  const withdrawn = await call('POST', 'sessions', { title });
  await call('DELETE', `sessions/${withdrawn.id}`);
  return [hidden.id, item.id, open.id, withdrawn.id];
}

/** Imports hidden sessions, and undoes it for one. @returns their ids */
async function importUnnoticed(
  service: CampaignApp,
  campaign: string,
  { id: user }: TestPerson,
): Promise<string[]> {
  const signer = await ServiceTokenSigner.create(service.keys.privateKey('document'));
  const call = async (method: Method, body?: object) => {
    const url = `/internal/campaigns/${campaign}/imported-sessions/${importId}`;
    const token = await signer.tokenFor('campaign');
    const answer = await service.call(method, url, { token, body });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer)}`);
  };
  const ids: string[] = [];
  let importId = randomUUID();
  const add = async () => {
    const sessions = [session({ title: `${CANARY} dies`, number: 1, plan: randomUUID() })];
    await call('PUT', { user, sessions });
    const rows = await service.uow.query<{ id: string }>(
      'SELECT id FROM game_session WHERE import_id = $1',
      [importId],
    );
    ids.push(...rows.map(({ id }) => id));
  };
  await add();
  await call('DELETE');
  importId = randomUUID();
  await add();
  return ids;
}

/** @returns IDs of the created invites, sessions and checklist items */
async function actUnnoticed(
  service: CampaignApp,
  { campaign, owner, coGm, other, known }: Begun,
): Promise<string[]> {
  const call = async (as: TestPerson, method: Method, what: string, body?: object, query = '') => {
    const url = `/api/campaigns/${campaign}/${what}/${query}`;
    const answer = await service.call(method, url, { as, body });
    if (answer.status >= 300) throw new Error(`${method} ${what}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const invites: string[] = [];
  const invite = async (as: TestPerson, body: object = {}) => {
    const { id } = await call(as, 'POST', 'invites', body);
    if (!invites.includes(id)) invites.push(id);
    return id as string;
  };
  const email = (what: string) => `${CANARY}.${what}.${randomUUID()}@example.org`;
  const renewed = email('renewed');
  await invite(owner);
  await call(owner, 'DELETE', `invites/${await invite(coGm, { uses: 3 })}`);
  await invite(coGm, { email: renewed });
  await service.uow.query(`UPDATE invite_mail SET sent_at = sent_at - interval '2 minutes'`);
  await invite(owner, { email: renewed });
  await call(owner, 'DELETE', `invites/${await invite(owner, { email: email('revoked') })}`);
  await invite(owner, { role: 'co_gm', email: email('co-gm') });
  // Removing a non-member has no effect and sends no notification.
  await call(coGm, 'POST', 'remove-players', { players: [randomUUID()] });

  await call(owner, 'POST', 'hand-over', { to: other.id });
  await call(owner, 'DELETE', 'hand-over');
  await call(owner, 'POST', 'hand-over', { to: coGm.id });
  await call(owner, 'POST', 'hand-over', { to: other.id });
  const byOwner = (method: Method, what: string, body?: object, query?: string) =>
    call(owner, method, what, body, query);
  const sessions = await planUnnoticed(byOwner, known[2]!);
  return [...invites, ...sessions, ...(await importUnnoticed(service, campaign, owner))];
}
