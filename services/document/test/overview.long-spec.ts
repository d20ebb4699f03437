import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mira, tobin] = (await Promise.all(
    ['Gm', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [mira, tobin]);
});

async function note(title: string, is_spoilers = true, markdown = 'One\n\nTwo'): Promise<string> {
  const { status, body } = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title, is_spoilers, markdown },
  });
  expect(status).toBe(201);
  return body.id;
}
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
async function overview(as: TestPerson, viewAs?: string) {
  const { status, body } = await service.call(
    'GET',
    `/api/documents/overview/?campaign=${campaign}`,
    { as, ...(viewAs !== undefined && { headers: { 'x-view-as': viewAs } }) },
  );
  expect(status).toBe(200);
  return body;
}
const titles = (documents: { title: string }[]) => documents.map(({ title }) => title);
async function reveal(id: string, nth: number, audience: unknown): Promise<void> {
  const { body } = await service.call('GET', `/api/documents/${id}/passages/`, { as: gm });
  const passages = [body.passages[nth].id];
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, {
    as: gm,
    body: { passages, audience, public_title: 'A letter' },
  });
  expect(answer.status).toBe(200);
}

it('lists pinned documents by title and the latest changes, for GMs', async () => {
  const first = await note('Zarovich');
  const second = await note('Argynvost');
  await note('Baratok', false);
  await change(first, { pinned: true });
  await change(second, { pinned: true });
  await change(first, { tags: ['npcs'] });
  const { pinned, newest } = await overview(gm);
  expect(titles(pinned)).toEqual(['Argynvost', 'Zarovich']);
  expect(titles(newest)).toEqual(['Zarovich', 'Baratok', 'Argynvost']);
  expect(newest[0]).toMatchObject({ pinned: true, tags: ['npcs'], kind: 'note' });
});

it('lists at most twelve of each', async () => {
  const ids: string[] = [];
  for (let nth = 10; nth < 24; nth++) ids.push(await note(`Page ${nth}`, false));
  for (const id of ids) await change(id, { pinned: true });
  const toGm = await overview(gm);
  expect(titles(toGm.pinned)).toEqual(ids.slice(0, 12).map((_, nth) => `Page ${nth + 10}`));
  expect(toGm.newest).toHaveLength(12);
  const toMira = await overview(mira);
  expect(titles(toMira.newest)).toEqual(ids.slice(0, 12).map((_, nth) => `Page ${23 - nth}`));
  expect(toMira.pinned).toEqual([]);
});

it('lists the latest visible documents of a player, with the mark for chosen players', async () => {
  const letter = await note('The true name of Strahd');
  await note('A map', false);
  await reveal(letter, 0, { players: [mira.id] });
  expect((await overview(mira)).newest).toEqual([
    expect.objectContaining({ title: 'A letter', not_for_whole_party: true }),
    expect.not.objectContaining({ not_for_whole_party: true }),
  ]);
  expect(titles((await overview(tobin)).newest)).toEqual(['A map']);
  expect(await overview(gm, mira.id)).toEqual(await overview(mira));
  expect(await overview(gm, 'party')).toEqual(await overview(tobin));
  await reveal(letter, 0, 'party');
  expect(titles((await overview(tobin)).newest)).toEqual(['A letter', 'A map']);
  expect((await overview(mira)).newest[0]).not.toHaveProperty('not_for_whole_party');
});

it('gives a player the same bytes with and without passages for others', async () => {
  const id = await note('A map', false);
  const before = JSON.stringify(await overview(mira));
  await reveal(id, 1, { players: [tobin.id] });
  const toMira = (await overview(mira)).newest[0];
  expect(toMira).not.toHaveProperty('not_for_whole_party');
  expect((await overview(tobin)).newest[0]).toMatchObject({ not_for_whole_party: true });
  await reveal(id, 1, 'party');
  await note('A secret');
  expect(JSON.stringify(await overview(mira))).toBe(before);
});

it('is empty for people outside of the campaign', async () => {
  await note('A map', false);
  const stranger = await service.identity.join('Stranger');
  expect(await overview(stranger)).toEqual({ pinned: [], newest: [] });
});

describe('the last recap', () => {
  const recap = async (title: string) => {
    const body = { campaign, title, from: '2020-01-01T00:00:00Z' };
    const made = await service.call('POST', '/api/documents/recaps/', { as: gm, body });
    expect(made.status).toBe(201);
    return made.body.id as string;
  };

  it('is the recap that became visible to the player last', async () => {
    const [first, second] = [await recap('Session 1: recap'), await recap('Session 2: recap')];
    expect(await overview(mira)).not.toHaveProperty('last_recap');
    await change(second, { is_spoilers: false });
    const last = { id: second, title: 'Session 2: recap' };
    expect((await overview(mira)).last_recap).toEqual(last);
    expect((await overview(gm, 'party')).last_recap).toEqual(last);
    expect(await overview(gm)).not.toHaveProperty('last_recap');
    await change(first, { is_spoilers: false });
    expect((await overview(mira)).last_recap.id).toBe(first);
    await service.call('DELETE', `/api/documents/${first}/`, { as: gm });
    expect((await overview(mira)).last_recap).toEqual(last);
    await note('No recap', false);
    expect((await overview(mira)).last_recap).toEqual(last);
    await change(second, { is_spoilers: true });
    expect(await overview(mira)).not.toHaveProperty('last_recap');
  });

  it('has the title for players if only a part of it is revealed, to those players', async () => {
    const id = await recap('Session 3: Strahd lives');
    await reveal(id, 0, { players: [mira.id] });
    expect((await overview(mira)).last_recap).toEqual({ id, title: 'A letter' });
    expect(await overview(tobin)).not.toHaveProperty('last_recap');
    expect(await overview(gm, 'party')).not.toHaveProperty('last_recap');
  });
});
