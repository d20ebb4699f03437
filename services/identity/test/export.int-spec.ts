import { settles, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';
import { unpack } from './unpack';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
});
afterEach(() => service.storeLink.mend());

const EXPORT = '/api/account/export/';

const linkOf = async (person: TestPerson): Promise<string> => {
  const answer = await service.call('POST', EXPORT, { as: person });
  expect(answer.status).toBe(200);
  return answer.body.url;
};

/** What the zip behind a link holds, by path. */
async function download(link: string): Promise<Record<string, string>> {
  const answer = await service.app.inject({ method: 'GET', url: link });
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/zip' } });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.zip"$/);
  return unpack(answer.rawPayload);
}

it('is one zip with all that a GM owns, spoilers too, as it was uploaded', async () => {
  const campaign = service.campaign(gm, [player]);
  const map = await service.upload(gm, campaign, { name: 'map.png', content: 'the map' });
  await service.upload(gm, campaign, { name: 'map.png', content: 'another', spoilers: true });
  const files = await download(await linkOf(gm));

  const folder = `documents/Campaign ${campaign.slice(0, 4)}`;
  expect(Object.keys(files).sort()).toEqual([
    'README.txt',
    'data.json',
    'documents.json',
    `${folder}/map (2).png`,
    `${folder}/map.png`,
  ]);
  const contents = [files[`${folder}/map.png`], files[`${folder}/map (2).png`]];
  expect(contents.sort()).toEqual(['another', 'the map']);
  expect(JSON.parse(files['data.json'] ?? '')).toMatchObject({
    profile: { id: gm.id, email: gm.email },
    campaigns: [{ id: campaign, role: 'owner', players: [player.id] }],
    mailing_list: { email: gm.email, status: 'verified' },
    contact_messages: [],
  });
  const described: { id: string; path: string }[] = JSON.parse(files['documents.json'] ?? '');
  const described1 = described.find(({ id }) => id === map.id);
  expect(files[described1?.path ?? '']).toBe('the map');
});

it('holds nothing of other people’s documents for a player', async () => {
  const campaign = service.campaign(gm, [player]);
  await service.upload(gm, campaign, { name: 'handout.png' });
  await service.upload(gm, campaign, { name: 'regent-is-a-lich.png', spoilers: true });
  const files = await download(await linkOf(player));
  expect(Object.keys(files).sort()).toEqual(['README.txt', 'data.json', 'documents.json']);
  expect(files['documents.json']).toBe('[]\n');
  const data = JSON.parse(files['data.json'] ?? '');
  expect(data.campaigns).toEqual([
    { id: campaign, title: expect.any(String), game_system: 'D&D 5e', role: 'player' },
  ]);
  expect(JSON.stringify(data)).not.toContain(gm.id);
});

it('has a link that is not used up by who only looks whether it is there', async () => {
  const link = await linkOf(gm);
  const look = await service.app.inject({ method: 'HEAD', url: link });
  expect([look.statusCode, look.headers.allow]).toEqual([405, 'GET']);
  expect(Object.keys(await download(link))).toContain('data.json');
});

it('has a link that works once, and only the newest', async () => {
  const [older, newer] = [await linkOf(gm), await linkOf(gm)];
  expect((await service.call('GET', older)).status).toBe(404);
  await download(newer);
  expect(await service.call('GET', newer)).toMatchObject({
    status: 404,
    body: { code: 'export.link_used' },
  });
  const expired = await linkOf(gm);
  await service.uow.query('UPDATE export_ticket SET expires_at = now()');
  expect((await service.call('GET', expired)).status).toBe(404);
});

it('gives nothing to a session that has ended since it asked', async () => {
  const link = await linkOf(gm);
  service.identity.revoke(gm);
  await settles(async () =>
    expect((await service.call('POST', EXPORT, { as: gm })).status).toBe(401),
  );
  expect((await service.call('GET', link)).status).toBe(404);
});

it('takes nobody without a credential', async () => {
  expect((await service.call('POST', EXPORT)).status).toBe(401);
  expect((await service.call('GET', `${EXPORT}guess/`)).status).toBe(404);
});

it('says so instead of giving half a copy when a part does not answer', async () => {
  service.campaigns.mode = 'down';
  const refused = await service.call('POST', EXPORT, { as: gm });
  service.campaigns.mode = 'up';
  expect(refused.status).toBe(503);
  const link = await linkOf(gm);
  service.storeLink.cut();
  expect(await service.call('GET', link)).toMatchObject({
    status: 503,
    body: { code: 'storage.unavailable' },
  });
});

it('goes on when a file was deleted in the meantime', async () => {
  const document = await service.upload(gm, service.campaign(gm), { name: 'gone.png' });
  await service.uow.query('UPDATE document SET s3_key = $2 WHERE id = $1', [
    document.id,
    'campaigns/nothing/here',
  ]);
  const files = await download(await linkOf(gm));
  const [path = ''] = Object.keys(files).filter((name) => name.endsWith('gone.png'));
  expect(files[path]).toMatch(/was deleted/);
});
