import type { Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS } from '@tomekeeper/visibility';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let coGm: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  coGm = await service.identity.join('Co-GM');
  campaign = service.campaign(gm, [player], [coGm]);
});
afterAll(() => service?.stop());
afterEach(() => service.storeLink.mend());

const list = async (owner: TestPerson, token?: string) =>
  service.call('GET', `/internal/owned-documents?owner=${owner.id}&campaign=${campaign}`, {
    token: token ?? (await service.tokenOfIdentity()),
  });
const file = async (owner: TestPerson, id: string) =>
  service.app.inject({
    url: `/internal/owned-documents/${id}/file?owner=${owner.id}`,
    headers: { authorization: `Bearer ${await service.tokenOfIdentity()}` },
  });

it('are exported to identity for their owner, including files and spoilers', async () => {
  const map = await service.upload(gm, campaign, { name: 'map.bin', content: 'the map' });
  const lair = await service.upload(gm, campaign, { name: 'lair.png', spoilers: true });
  expect((await list(gm)).body).toEqual({
    documents: [
      { ...lair, size: 'here be dragons'.length },
      { ...map, size: 'the map'.length },
    ],
  });
  expect(await file(gm, map.id)).toMatchObject({ statusCode: 200, body: 'the map' });
  expect(await file(gm, lair.id)).toMatchObject({ statusCode: 200, body: 'here be dragons' });
});

it('include the trash, with the day of deletion', async () => {
  const map = await service.upload(gm, campaign, { name: 'old map.bin', content: 'the old map' });
  await service.call('DELETE', `/api/documents/${map.id}/`, { as: gm });
  const { documents } = (await list(gm)).body;
  expect(documents.at(-1)).toEqual({
    ...map,
    text_state: undefined,
    size: 'the old map'.length,
    deleted_at: expect.stringMatching(/Z$/),
  });
  expect(await file(gm, map.id)).toMatchObject({ statusCode: 200, body: 'the old map' });
  expect((await file(coGm, map.id)).statusCode).toBe(404);
});

describe('the text of one', () => {
  const text = async (owner: TestPerson, id: string, more = '') =>
    service.app.inject({
      url: `/internal/owned-documents/${id}/text?owner=${owner.id}${more}`,
      headers: { authorization: `Bearer ${await service.tokenOfIdentity()}` },
    });
  const lines = Array.from({ length: 1203 }, (_, at) => `Line ${at}.`);
  const notes = { name: 'notes.txt', contentType: 'text/plain', content: lines.join('\n\n') };

  it('is exported completely, with the audience of each passage', async () => {
    const document = await service.upload(gm, campaign, notes);
    await service.readTexts();
    await service.uow.query(
      'UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND position = 1200',
      [document.id, GM_CLASS],
    );
    const { statusCode, headers, body } = await text(gm, document.id);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json']);
    const passages = JSON.parse(body) as Passage[];
    expect(passages.map((one) => one.text)).toEqual(lines);
    expect(passages[0]).toEqual({
      id: expect.any(String),
      kind: 'paragraph',
      depth: 0,
      text: 'Line 0.',
      content: { inlines: [{ text: 'Line 0.' }] },
      audience: 'party',
    });
    expect(passages[1200]).toMatchObject({ audience: 'gm' });
    const { documents } = (await list(gm)).body;
    expect(documents[0]).toMatchObject({ id: document.id, text_state: 'ready' });
    const markdown = await text(gm, document.id, '&format=markdown');
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.body).toBe(`${lines.join('\n\n')}\n`);
    expect((await text(gm, document.id, '&format=pdf')).statusCode).toBe(400);
  });

  it('is not there for others, and while there is none', async () => {
    const document = await service.upload(gm, campaign, notes);
    const map = await service.upload(gm, campaign);
    await service.readTexts();
    for (const [person, id] of [
      [player, document.id],
      [coGm, document.id],
      [gm, map.id],
      [gm, campaign],
    ] as const)
      expect((await text(person, id)).statusCode).toBe(404);
  });

  it('is exported only to its owner for a note in the trash, which has no file', async () => {
    const note = await service.call('POST', '/api/documents/notes/', {
      as: gm,
      body: { campaign, title: 'Evening', markdown: 'Words.\n\n> [!secret]\n> The lich.' },
    });
    const { id } = note.body;
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    const { documents } = (await list(gm)).body;
    const trashed = documents.find((one: { id: string }) => one.id === id);
    expect(trashed).toMatchObject({ kind: 'note', deleted_at: expect.stringMatching(/Z$/) });
    const passages = JSON.parse((await text(gm, id)).body) as Passage[];
    expect(passages.map((one) => [one.text, one.audience])).toEqual([
      ['Words.', 'gm'],
      ['The lich.', 'gm'],
    ]);
    expect((await text(gm, id, '&format=markdown')).body).toContain('The lich.');
    for (const person of [player, coGm]) expect((await text(person, id)).statusCode).toBe(404);
    expect((await file(gm, id)).statusCode).toBe(404);
  });
});

it('are empty for a player and a co-GM, who own none', async () => {
  const map = await service.upload(gm, campaign);
  for (const person of [player, coGm]) {
    expect((await list(person)).body).toEqual({ documents: [] });
    expect((await file(person, map.id)).statusCode).toBe(404);
  }
});

it('are available only to identity', async () => {
  expect((await list(gm, '')).status).toBe(401);
  expect((await list(gm, gm.token)).status).toBe(401);
});

it('are refused as a whole while the store or the campaign service is away', async () => {
  service.storeLink.cut();
  expect(await list(gm)).toMatchObject({ status: 503, body: { code: 'storage.unavailable' } });
  service.storeLink.mend();
  service.campaigns.mode = 'down';
  expect((await list(gm)).status).toBe(503);
  service.campaigns.mode = 'up';
});

it('leave out a file that was deleted in the meantime', async () => {
  const map = await service.upload(gm, campaign);
  await service.uow.query('UPDATE document SET s3_key = $2 WHERE id = $1', [
    map.id,
    'campaigns/nothing/here',
  ]);
  expect((await file(gm, map.id)).statusCode).toBe(404);
});
