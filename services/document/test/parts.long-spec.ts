import type { CampaignDocument, OutlineAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;
let campaign: string;
let book: CampaignDocument;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player, stranger] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(async () => {
  campaign = service.campaign(gm, [player], [coGm]);
  book = await service.upload(gm, campaign, { ...FILE, content: TEXT });
  await service.readTexts();
});

const FILE = { name: 'book.md', contentType: 'text/markdown' };
const TEXT = '# Barovia\n\nMists.\n\n# Vallaki\n\nA town.';

const outline = async (as = gm, headers = {}): Promise<OutlineAnswer> =>
  (await service.call('GET', `/api/documents/${book.id}/outline/`, { as, headers })).body;
const parts = (as = gm, headers = {}) =>
  service.call('GET', `/api/documents/parts/?campaign=${campaign}`, { as, headers });
const put = (passage: string | undefined, body: object, as = gm) =>
  service.call('PATCH', `/api/documents/${book.id}/parts/${passage}/`, { as, body });

it('are tagged and pinned by GMs, and told to GMs alone', async () => {
  const before = await outline(player);
  const [barovia, vallaki] = await outline();
  expect(barovia).toMatchObject({ tags: [], pinned: false });
  const answer = await put(vallaki?.id, { tags: ['places/towns'] });
  const part = { id: vallaki?.id, document: book.id, title: 'Vallaki', tags: ['places/towns'] };
  expect(answer).toMatchObject({ status: 200, body: { ...part, pinned: false } });
  expect((await put(vallaki?.id, { pinned: true }, coGm)).body).toEqual({ ...part, pinned: true });
  expect((await outline())[1]).toMatchObject({ tags: ['places/towns'], pinned: true });
  for (const as of [gm, coGm])
    expect((await parts(as)).body).toEqual({ parts: [{ ...part, pinned: true }] });
  for (const as of [player, stranger]) expect((await parts(as)).body).toEqual({ parts: [] });
  expect((await parts(gm, { 'x-view-as': 'party' })).body).toEqual({ parts: [] });
  expect(await outline(player)).toEqual(before);
  expect(await outline(gm, { 'x-view-as': player.id })).toEqual(before);
  expect(service.hints.filter((hint) => hint.id === book.id).slice(-2)).toMatchObject([
    { to: 'gm' },
    { to: 'gm' },
  ]);
});

it('with nothing on them any more are no longer listed', async () => {
  const [barovia] = await outline();
  await put(barovia?.id, { tags: ['a'], pinned: true });
  await put(barovia?.id, { pinned: false });
  expect((await parts()).body.parts).toMatchObject([{ tags: ['a'], pinned: false }]);
  await put(barovia?.id, { tags: [] });
  expect((await parts()).body).toEqual({ parts: [] });
});

it('begin with a heading of the document', async () => {
  const { passages } = (
    await service.call('GET', `/api/documents/${book.id}/passages/`, { as: gm })
  ).body;
  for (const id of [passages[1].id, campaign])
    expect(await put(id, { pinned: true })).toMatchObject({
      status: 404,
      body: { code: 'document.passage_not_found' },
    });
  expect((await put(passages[0].id, { pinned: 'yes' })).status).toBe(400);
});

it('keep their properties when the text is extracted again, and lose them with their heading', async () => {
  const [barovia, vallaki] = await outline();
  for (const one of [barovia, vallaki]) await put(one?.id, { pinned: true });
  await service.replaceFile(gm, book, { ...FILE, content: `First.\n\n${TEXT}` });
  await service.readTexts();
  expect((await parts()).body.parts.map(({ id }: { id: string }) => id)).toEqual([
    barovia?.id,
    vallaki?.id,
  ]);
  await service.replaceFile(gm, book, { ...FILE, content: '# Barovia\n\nMists.' });
  await service.readTexts();
  expect((await parts()).body.parts).toMatchObject([{ id: barovia?.id }]);
});

it('lie in the trash with their document, and go with it', async () => {
  const [barovia] = await outline();
  await put(barovia?.id, { pinned: true });
  await service.call('DELETE', `/api/documents/${book.id}/`, { as: gm });
  expect((await parts()).body).toEqual({ parts: [] });
  await service.call('POST', `/api/documents/${book.id}/restore/`, { as: gm });
  expect((await parts()).body.parts).toHaveLength(1);
  await service.call('DELETE', `/api/documents/${book.id}/`, { as: gm });
  await service.call('DELETE', `/api/documents/trash/${book.id}/`, { as: gm });
  expect(await service.uow.query('SELECT 1 FROM part WHERE document_id = $1', [book.id])).toEqual(
    [],
  );
});
