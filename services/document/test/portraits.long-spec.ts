import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let picture: CampaignDocument;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  picture = await service.upload(gm, campaign, {
    name: 'Face.png',
    contentType: 'image/png',
    content,
  });
});

const call = (method: Method, path: string, body?: object, as = gm) =>
  service.call(method, `/api/documents/${path}`, { as, body });
const patch = (id: string, body: object) => call('PATCH', `${id}/`, body);
const note = async (body: object = {}): Promise<CampaignDocument> =>
  (
    await call('POST', 'notes/', {
      ...{ campaign, title: 'Strahd', is_spoilers: false, markdown: 'A count.' },
      ...body,
    })
  ).body;
const listed = async (as: TestPerson) =>
  (await call('GET', `?campaign=${campaign}`, undefined, as)).body;
const seen = async (id: string, as = player) =>
  (await listed(as)).find((one: CampaignDocument) => one.id === id);

it('is chosen and removed by GMs, and seen by players who see the picture', async () => {
  const { id } = await note();
  const without = await seen(id);
  const portrait = { document: picture.id };
  expect((await patch(id, { portrait: picture.id })).body).toMatchObject({ portrait });
  expect(await seen(id)).toEqual({ ...without, portrait });
  await patch(picture.id, { is_spoilers: true });
  expect(await seen(id)).toEqual(without);
  expect(await seen(id, gm)).toMatchObject({ portrait });
  await patch(picture.id, { is_spoilers: false });
  expect(await seen(id)).toEqual({ ...without, portrait });
  await call('DELETE', `${picture.id}/`);
  expect(await seen(id)).toEqual(without);
  expect(await seen(id, gm)).not.toHaveProperty('portrait');
  await call('POST', `${picture.id}/restore/`);
  expect((await patch(id, { portrait: null })).body).not.toHaveProperty('portrait');
  expect(await seen(id)).toEqual(without);
});

it('is a picture of the same campaign, or an image of the text', async () => {
  const { id } = await note();
  const file = await service.upload(gm, campaign, { name: 'rules.txt' });
  const foreign = await service.upload(gm, service.campaign(gm), {
    name: 'Other.png',
    contentType: 'image/png',
  });
  for (const portrait of [id, file.id, foreign.id, 'nonsense', crypto.randomUUID()])
    expect((await patch(id, { portrait })).status).toBe(400);
});

it('sends events to players only if they see the picture', async () => {
  const { id } = await note();
  const heard = async (act: () => Promise<unknown>) => {
    const before = service.hints.length;
    await act();
    return service.hints.slice(before).flatMap(({ id: of, to }) => (of === id ? [to] : []));
  };
  expect(await heard(() => patch(id, { portrait: picture.id }))).toEqual(['party']);
  expect(await heard(() => patch(id, { portrait: picture.id }))).toEqual(['gm']);
  await patch(picture.id, { is_spoilers: true });
  expect(await heard(() => patch(id, { portrait: null }))).toEqual(['gm']);
  expect(await heard(() => patch(id, { portrait: picture.id }))).toEqual(['gm']);
});

it('of a handout is chosen by a GM for its readers', async () => {
  const { id } = await note({ is_spoilers: true });
  await patch(id, { portrait: picture.id });
  const choice = { passages: 'all', audience: 'party', public_title: 'A stranger' };
  expect((await call('PUT', `${id}/audience/`, choice)).status).toBe(200);
  expect(await seen(id)).toMatchObject({ title: 'A stranger' });
  expect(await seen(id)).not.toHaveProperty('portrait');
  const portrait = { document: picture.id };
  const changed = await call('PATCH', `${id}/handouts/${id}/`, { portrait: picture.id });
  expect(changed).toMatchObject({ status: 200, body: { handouts: [{ id, portrait }] } });
  expect(await seen(id)).toMatchObject({ title: 'A stranger', portrait });
  await patch(picture.id, { is_spoilers: true });
  expect(await seen(id)).not.toHaveProperty('portrait');
});

it('that is an image of the text is seen with the passage of the image', async () => {
  const image = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#375' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const page = await service.upload(gm, campaign, {
    ...{ name: 'Strahd.html', contentType: 'text/html' },
    content: `<p>A count.</p><img src="data:image/png;base64,${image}" alt="His face">`,
  });
  await service.readTexts();
  const { images } = (await call('GET', `${page.id}/images/`)).body;
  expect(images).toHaveLength(1);
  const portrait = { image: images[0].id };
  await patch(page.id, { portrait: portrait.image });
  expect(await seen(page.id)).toMatchObject({ portrait });
  const { passages } = (await call('GET', `${page.id}/passages/`)).body;
  const shown = passages.find(({ kind }: { kind: string }) => kind === 'image');
  await call('PUT', `${page.id}/audience/`, { passages: [shown.id], audience: 'gm' });
  expect(await seen(page.id)).not.toHaveProperty('portrait');
  expect((await call('GET', `${page.id}/images/`, undefined, player)).body).toEqual({ images: [] });
  expect(await seen(page.id, gm)).toMatchObject({ portrait });
});
