import type { Change, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let ben: TestPerson;
let campaign: string;
let map: string;
let lich: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [map, lich] = (await Promise.all(['#375', '#a33'].map(picture))) as [string, string];
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, mia, ben] = (await Promise.all(
    ['Gm', 'Mia', 'Ben'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [mia, ben]);
});

async function picture(background: string): Promise<string> {
  const drawn = sharp({ create: { width: 40, height: 20, channels: 3, background } });
  return (await drawn.jpeg().toBuffer()).toString('base64');
}
const image = (alt: string, bytes: string) =>
  `<p><img alt="${alt}" src="data:image/jpeg;base64,${bytes}"></p>`;
const page = (...words: string[]) =>
  words.map((one) => (one.startsWith('<') ? one : `<p>${one}</p>`)).join('');

interface Uploaded {
  id: string;
  campaign: string;
  /** By their words. */
  passages: Record<string, string>;
}

async function upload(content: string, spoilers: boolean): Promise<Uploaded> {
  const file = { name: 'strahd.html', contentType: 'text/html', content, spoilers };
  const { id } = await service.upload(gm, campaign, file);
  await service.readTexts();
  return { id, campaign, passages: byWords(await read(gm, id)) };
}
const byWords = (passages: readonly Passage[]) =>
  Object.fromEntries(passages.map(({ text, id }) => [text, id]));

const get = (as: TestPerson, url: string) => service.call('GET', `/api/documents/${url}`, { as });
const read = async (as: TestPerson, id: string): Promise<Passage[]> =>
  (await get(as, `${id}/passages/?limit=500`)).body.passages ?? [];
const texts = async (as: TestPerson, id: string) => (await read(as, id)).map(({ text }) => text);
const listed = async (as: TestPerson) => (await get(as, `?campaign=${campaign}`)).body;
const set = async (id: string, body: object) => {
  const url = `/api/documents/${id}/audience/`;
  const answer = await service.call('PUT', url, { as: gm, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { act: string };
};
const patch = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const imagesOf = async (as: TestPerson, id: string): Promise<Record<string, string>> => {
  const named = (await read(gm, id)).flatMap(({ content }) => content.image ?? []);
  const { body } = await get(as, `${id}/images/?ids=${[...new Set(named)].join()}`);
  return Object.fromEntries(
    (body.images ?? []).map((one: { id: string; url: string }) => [
      one.id,
      new URL(one.url).pathname,
    ]),
  );
};
const imageOf = (passages: readonly Passage[], alt: string) =>
  passages.find(({ text, kind }) => kind === 'image' && text === alt)!.content.image!;

describe('a file of which something is revealed', () => {
  it('is a note without file, pages, size or thumbnail to players', async () => {
    const { id, passages } = await upload(page('One', 'Two', 'Three'), true);
    await service.uow.query(
      `UPDATE passage SET page = 3, region = '{0,0,1,1}' WHERE document_id = $1`,
      [id],
    );
    await set(id, { passages: [passages['Two']], audience: 'party', public_title: 'A page' });
    expect(await listed(mia)).toEqual([
      {
        ...{ id, campaign, kind: 'note', is_spoilers: false, s3_key: '', text_state: 'ready' },
        ...{ title: 'A page', original_filename: 'A page', created_at: expect.any(String) },
      },
    ]);
    const told = await get(mia, `${id}/passages/?page=3`);
    expect(told.body).toMatchObject({ at: 0, total: 1 });
    expect(told.body.passages[0]).not.toHaveProperty('page');
    expect(told.body.passages[0]).not.toHaveProperty('region');
    expect((await get(mia, `${id}/content/`)).status).toBe(404);
    const thumbnails = await get(mia, `thumbnails/?campaign=${campaign}&ids=${id}`);
    expect(thumbnails.body).toEqual({ thumbnails: [{ id, state: 'none' }] });
    expect(JSON.stringify([await listed(mia), told.body])).not.toMatch(/strahd|html/i);
    expect((await get(gm, `${id}/content/`)).status).toBe(200);
  });

  it('reveals pictures with their passages, re-encoded for new viewers', async () => {
    const { id, passages } = await upload(
      page('One', image('Map', map), image('Lich', lich)),
      true,
    );
    const before = await imagesOf(gm, id);
    const ids = [imageOf(await read(gm, id), 'Map'), imageOf(await read(gm, id), 'Lich')] as const;
    await set(id, {
      passages: [passages['Map']],
      audience: { players: [mia.id] },
      public_title: 'A page',
    });
    const mias = await imagesOf(mia, id);
    expect(Object.keys(mias)).toEqual([ids[0]]);
    expect(mias[ids[0]]).not.toBe(before[ids[0]]);
    expect(await imagesOf(ben, id)).toEqual({});
    // Images without new viewers stay unchanged.
    expect((await imagesOf(gm, id))[ids[1]]).toBe(before[ids[1]]);
    await set(id, { passages: [passages['One']], audience: 'party', public_title: 'A page' });
    expect(await imagesOf(mia, id)).toEqual(mias);
    expect(await imagesOf(ben, id)).toEqual({});
    await patch(id, { is_spoilers: false });
    expect(await texts(ben, id)).toEqual(['One', 'Lich']);
    expect(Object.keys(await imagesOf(ben, id))).toEqual([ids[1]]);
    expect(Object.keys(await imagesOf(mia, id)).sort()).toEqual([...ids].sort());
  });

  it('gives pictures of a Public text that were hidden as new ones', async () => {
    const { id, passages } = await upload(page('One', image('Map', map)), false);
    const before = await imagesOf(mia, id);
    expect(Object.keys(before)).toHaveLength(1);
    await set(id, { passages: [passages['Map']], audience: 'gm' });
    expect(await imagesOf(mia, id)).toEqual({});
    await set(id, { passages: [passages['Map']], audience: { players: [mia.id] } });
    const again = await imagesOf(mia, id);
    expect(Object.keys(again)).toEqual(Object.keys(before));
    expect(Object.values(again)).not.toEqual(Object.values(before));
    expect(await imagesOf(ben, id)).toEqual({});
  });

  it('shows a picture to more players as a new one, and keeps it for earlier viewers', async () => {
    const { id, passages } = await upload(page('One', image('Map', map)), false);
    const all = Object.values(await imagesOf(gm, id));
    const give = (audience: unknown) => set(id, { passages: [passages['Map']], audience });
    const address = async (as: TestPerson) => Object.values(await imagesOf(as, id))[0];
    await give('gm');
    await give({ players: [mia.id] });
    const mias = await address(mia);
    const gms = await address(gm);
    await give('party');
    const bens = await address(ben);
    expect(bens).toBeDefined();
    expect(await address(mia)).toBe(mias);
    expect(await address(gm)).toBe(gms);
    expect(all).not.toContain(bens);
    expect([mias, gms]).not.toContain(bens);
    // Returning viewers get a new copy; other viewers receive no event.
    await give({ players: [ben.id] });
    expect(await address(mia)).toBeUndefined();
    await give({ players: [ben.id, mia.id] });
    expect(await address(ben)).toBe(bens);
    const again = await address(mia);
    expect([mias, gms, bens, undefined]).not.toContain(again);
    await give('party');
    expect([await address(mia), await address(ben)]).toEqual([again, bens]);
    // Without viewers in between all get one object again, and no object is left behind.
    await give('gm');
    await give('party');
    expect(await address(mia)).toBe(await address(ben));
    const removed = await service.uow.query<{ s3_key: string }>(
      'SELECT s3_key FROM object_removal',
    );
    const keys = removed.map(({ s3_key }) => s3_key);
    for (const old of [mias, bens, again])
      expect(keys.some((key) => old?.endsWith(`/${key}`))).toBe(true);
  });

  it('leaves each reader of a part the picture that they had when all of it is revealed', async () => {
    const { id, passages } = await upload(page('One', image('Map', map)), true);
    const give = (audience: unknown) =>
      set(id, { passages: [passages['Map']], audience, public_title: 'A page' });
    await give({ players: [mia.id] });
    await give({ players: [mia.id, ben.id] });
    const before = [await imagesOf(mia, id), await imagesOf(ben, id)];
    expect(before[0]).not.toEqual(before[1]);
    await patch(id, { is_spoilers: false });
    expect([await imagesOf(mia, id), await imagesOf(ben, id)]).toEqual(before);
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${id}/`, { as: gm });
    const removed = await service.uow.query<{ s3_key: string }>(
      'SELECT s3_key FROM object_removal',
    );
    const keys = removed.map(({ s3_key }) => s3_key);
    for (const old of before.flatMap((one) => Object.values(one)))
      expect(keys.some((key) => old.endsWith(`/${key}`))).toBe(true);
  });

  it('keeps reveals in another file, where passages match with certainty', async () => {
    const document = await upload(page('One is long enough', 'Two', 'Three'), true);
    const { id, passages } = document;
    await set(id, {
      passages: [passages['One is long enough'], passages['Two']],
      audience: 'party',
      public_title: 'A page',
    });
    const [handout] = await listed(mia);
    const file = {
      name: 'strahd.html',
      contentType: 'text/html',
      content: page('One is long enough', 'Two lies', 'Three', 'Four'),
    };
    await service.replaceFile(gm, document, file);
    expect(await texts(mia, id)).toEqual(['One is long enough', 'Two']);
    await service.readTexts();
    expect(await texts(mia, id)).toEqual(['One is long enough']);
    expect(await listed(mia)).toEqual([handout]);
    const classes = await service.uow.query(
      'SELECT text, audience_class FROM passage WHERE document_id = $1 ORDER BY position',
      [id],
    );
    expect(classes).toEqual([
      { text: 'One is long enough', audience_class: PARTY_CLASS },
      { text: 'Two lies', audience_class: GM_CLASS },
      { text: 'Three', audience_class: null },
      { text: 'Four', audience_class: GM_CLASS },
    ]);
    await service.replaceFile(gm, document, { ...file, content: page('Nothing of that') });
    await service.readTexts();
    expect(await listed(mia)).toEqual([]);
  });
});

describe('the file of a Public document', () => {
  it('is withheld once a passage was hidden, until a GM gives it', async () => {
    const { id, passages } = await upload(page('One', 'Two'), false);
    const [before] = await listed(mia);
    expect(before.kind).toBe('file');
    await set(id, { passages: [passages['One']], audience: { players: [mia.id] } });
    for (const player of [mia, ben]) expect((await get(player, `${id}/content/`)).status).toBe(404);
    expect((await listed(mia))[0]).toMatchObject({ kind: 'note', s3_key: '' });
    expect((await listed(gm))[0]).toMatchObject({ kind: 'file', file_withheld: true });
    expect(await patch(id, { give_file: true })).toMatchObject({
      status: 409,
      body: { code: 'document.part_is_hidden', detail: expect.stringContaining('A passage') },
    });
    await set(id, { passages: 'all', audience: 'gm' });
    expect((await patch(id, { give_file: true })).body.detail).toContain('2 passages');
    await set(id, { passages: 'all', audience: 'party' });
    expect((await get(ben, `${id}/content/`)).status).toBe(404);
    const begin = service.hints.length;
    const given = await patch(id, { give_file: true });
    expect(given.status).toBe(200);
    expect(given.body).not.toHaveProperty('file_withheld');
    expect(service.hints.slice(begin).map(({ to }) => to)).toEqual(['party']);
    const [now] = await listed(ben);
    expect(now).toEqual({ ...before, s3_key: now.s3_key });
    expect(now.s3_key).not.toBe(before.s3_key);
    expect((await get(ben, `${id}/content/`)).status).toBe(200);
    expect((await patch(id, { give_file: true })).status).toBe(200);
  });

  it('is unavailable to players while the document is hidden, and for notes', async () => {
    const { id } = await upload(page('One'), true);
    expect((await patch(id, { give_file: true })).body.code).toBe('document.is_spoiler');
    const body = { campaign, title: 'A note', is_spoilers: false, markdown: 'One' };
    const { body: note } = await service.call('POST', '/api/documents/notes/', { as: gm, body });
    expect((await patch(note.id, { give_file: true })).body.code).toBe('document.no_file');
  });

  it('stays withheld after a document with hidden passages was revealed and all of it shown', async () => {
    const { id, passages } = await upload(page('One', 'Two'), true);
    await set(id, { passages: [passages['One']], audience: 'gm' });
    await patch(id, { is_spoilers: false });
    await service.readTexts();
    expect(await texts(mia, id)).toEqual(['Two']);
    await set(id, { passages: 'all', audience: 'party' });
    expect((await get(mia, `${id}/content/`)).status).toBe(404);
  });
});

describe('a consumer of the change feed of a campaign', () => {
  const follow = async (path: string) =>
    (
      await service.call('GET', `/internal/campaigns/${campaign}/${path}`, {
        token: await service.tokenOfSearch(),
      })
    ).body;

  it('receives the player title of a document, the audience of passages and revocations', async () => {
    const { id, passages } = await upload(page('One', 'Two'), true);
    const membership = service.membership(campaign, mia);
    const numbers = () => follow(`change-numbers?membership=${membership}`);
    await set(id, {
      passages: [passages['One']],
      audience: { players: [mia.id] },
      public_title: 'A page',
    });
    const { restricting, last } = await numbers();
    expect(restricting).toMatchObject({ party: 0, classes: [expect.any(String)] });
    const rows: Change[] = (await follow('changes')).changes;
    expect(rows.find((row) => 'state' in row && row.document === id)).toMatchObject({
      ...{ number: last, audience: 'gm', text_audience: 'gm', public_title: 'A page' },
    });
    expect(rows.find((row) => 'passage' in row && row.text === 'One')).toMatchObject({
      ...{ number: last, audience: restricting.classes[0] },
    });
    await set(id, { passages: [passages['Two']], audience: 'gm' });
    expect((await numbers()).restricting).toEqual(restricting);
    await set(id, { passages: [passages['One']], audience: 'gm' });
    const now = await numbers();
    expect(now.restricting).toEqual({ ...restricting, party: now.last });
    expect((await follow('change-numbers')).restricting.party).toBe(0);
    const hidden = (await follow('changes')).changes.find((row: Change) => 'state' in row);
    expect(hidden).not.toHaveProperty('public_title');
    expect((await follow('change-numbers')).restricting).not.toHaveProperty('classes');
  });
});
