import { randomUUID } from 'node:crypto';
import { ledgerAnswer, type KnownDocument } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { PlayerTextWriter } from '../../src/extraction-jobs/player-text-writer';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let gm: TestPerson, mia: TestPerson, tom: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia, tom] = (await Promise.all(
    ['Gm', 'Mia', 'Tom'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [mia, tom]);
});

const ask = (query: string) =>
  service.call('GET', `/api/campaigns/${campaign}/ledger/?${query}`, { as: gm });
async function known(player: string, at?: string): Promise<KnownDocument[]> {
  const answer = await ask(`player=${player}${at ? `&as_of=${at}` : ''}`);
  expect(answer).toMatchObject({ status: 200 });
  const { known: found, entries } = ledgerAnswer.parse(answer.body);
  expect(entries).toBeUndefined();
  return found ?? [];
}
/** Title, players' title, number of passages and first words. */
const told = (documents: readonly KnownDocument[]) =>
  documents.map(({ title, public_title, whole, passages }) => [
    public_title === undefined ? title : `${title} as ${public_title}`,
    whole,
    passages.count,
    passages.first.map(({ text }) => text).join(' '),
  ]);

async function note(title: string, markdown: string, is_spoilers = true): Promise<string> {
  const body = { campaign, title, is_spoilers, markdown };
  const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  expect(made).toMatchObject({ status: 201 });
  await service.app.get(PlayerTextWriter).showDue();
  return made.body.id;
}
async function passages(id: string): Promise<string[]> {
  const { body } = await service.call('GET', `/api/documents/${id}/passages/`, { as: gm });
  return (body.passages as { id: string }[]).map((one) => one.id);
}
async function sees(id: string, at: readonly number[], audience: unknown): Promise<void> {
  const all = await passages(id);
  const body = { passages: at.map((one) => all[one]), audience, public_title: 'A letter' };
  const done = await service.call('PUT', `/api/documents/${id}/audience/`, { as: gm, body });
  expect(done).toMatchObject({ status: 200 });
}
/** A time between the previous and the next action. */
async function moment(): Promise<string> {
  await pause(2);
  const now = new Date().toISOString();
  await pause(2);
  return now;
}

it('lists the known documents of the party and of each player, by their player title', async () => {
  const plans = await note('Plans of the lich', 'One.\n\nTwo.\n\nThree.');
  await note('Village', 'Four.\n\n> [!secret]\n> Five.', false);
  await note('Map', 'Six.', false);
  await sees(plans, [1], 'party');
  await sees(plans, [2], { players: [mia.id] });
  const ofParty = [
    ['Plans of the lich as A letter', false, 1, 'Two.'],
    ['Map', true, 1, 'Six.'],
    ['Village', false, 1, 'Four.'],
  ];
  expect(told(await known('party'))).toEqual(ofParty);
  expect(told(await known(tom.id.toUpperCase()))).toEqual(ofParty);
  expect(told(await known(mia.id))).toEqual([
    ['Plans of the lich as A letter', false, 2, 'Two. Three.'],
    ...ofParty.slice(1),
  ]);
  const now = await moment();
  expect(await known(mia.id, now)).toEqual(await known(mia.id));
  expect(await known('party', now)).toEqual(await known('party'));
});

it('lists past knowledge with the current words, and counts later deletions', async () => {
  const before = await moment();
  const id = await note('Plans', 'One.\n\nTwo.\n\nThree.');
  await sees(id, [0, 1, 2], 'party');
  const then = await moment();
  const [first, second] = await passages(id);
  const change = {
    id: first,
    kind: 'paragraph',
    content: { inlines: [{ text: 'Changed.' }] },
    base_version: 1,
  };
  const saved = await service.call('PATCH', `/api/documents/${id}/passages/`, {
    as: gm,
    body: { changes: [change], removed: [{ id: second, base_version: 1 }] },
  });
  expect(saved).toMatchObject({ status: 200, body: { clashes: [] } });
  await sees(id, [0, 1], 'gm');
  expect(await known('party')).toEqual([]);
  expect(told(await known('party', then))).toEqual([
    ['Plans as A letter', false, 3, 'Changed. Three.'],
  ]);
  expect(await known('party', before)).toEqual([]);
  await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  expect(told(await known('party', then))).toHaveLength(1);
  // Permanently deleted documents leave the visibility history.
  await service.call('DELETE', `/api/documents/trash/${id}/`, { as: gm });
  expect(await known('party', then)).toEqual([]);
});

it('is of the stay that a player has now', async () => {
  const id = await note('Plans', 'One.\n\nTwo.');
  await sees(id, [0], { players: [mia.id] });
  await sees(id, [1], 'party');
  const then = await moment();
  expect(told(await known(mia.id, then))).toEqual([['Plans as A letter', false, 2, 'One. Two.']]);
  service.leave(campaign, mia);
  expect((await ask(`player=${mia.id}`)).status).toBe(400);
  service.join(campaign, mia);
  for (const at of [undefined, then])
    expect(told(await known(mia.id, at))).toEqual([['Plans as A letter', false, 1, 'Two.']]);
});

it('has the same moment as the entry by which it became known', async () => {
  const id = await note('Plans', 'One.');
  await sees(id, [0], 'party');
  const { body } = await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm });
  const [reveal] = ledgerAnswer.parse(body).entries ?? [];
  expect(reveal).toMatchObject({ act: 'reveal', audience: 'party', passages: { count: 1 } });
  for (const at of [undefined, reveal?.at])
    expect(await known('party', at)).toMatchObject([{ document: id, since: reveal?.at }]);
});

it('pages after a document, a hundred at a time', async () => {
  await service.uow.query(
    `WITH made AS (
       INSERT INTO document (id, campaign_id, uploader, original_filename, s3_key, content_type, size, is_spoilers, created_at,
                             shown_since)
       SELECT gen_random_uuid(), $1, $1, 'Map', 'test/' || gen_random_uuid(), 'image/png', 1, false, t, t
         FROM (SELECT now() - n * interval '1 hour' AS t FROM generate_series(1, 130) n) m
       RETURNING id, shown_since)
     INSERT INTO ledger_entry (campaign_id, document_id, text_version, act, audience, at)
     SELECT $1, id, 0, 'upload', 'party', shown_since FROM made`,
    [campaign],
  );
  for (const as_of of ['', `&as_of=${await moment()}`]) {
    const first = ledgerAnswer.parse((await ask(`player=party${as_of}`)).body);
    expect(first.known).toHaveLength(100);
    expect(first.next).toBe(first.known?.at(-1)?.document);
    const rest = ledgerAnswer.parse((await ask(`player=party${as_of}&after=${first.next}`)).body);
    expect(rest.known).toHaveLength(30);
    expect(rest.next).toBeUndefined();
    const times = [...(first.known ?? []), ...(rest.known ?? [])].map(({ since }) => since);
    expect([...new Set(times)].sort().reverse()).toEqual(times);
    expect((await ask(`player=party${as_of}&after=${randomUUID()}`)).status).toBe(400);
  }
});

it.each([
  ['a stranger', () => `player=${randomUUID()}`],
  ['the game master', () => `player=${gm.id}`],
  ['no id', () => 'player=everyone'],
  ['a moment without a player', () => 'as_of=2026-11-24T12:00:00Z'],
  ['a day', () => 'player=party&as_of=2026-11-24'],
])('refuses %s', async (_, query) => {
  expect((await ask(query())).status).toBe(400);
});

it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59+00:00', '2020-11-24T12:00:00.123456789Z'])(
  'bears the moment %s',
  async (at) => {
    await note('Map', 'One.', false);
    expect(told(await known('party', encodeURIComponent(at)))).toHaveLength(
      at.startsWith('9') ? 1 : 0,
    );
  },
);
