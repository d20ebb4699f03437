import type { CampaignDocument, ImportAnswer, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from '../document-app';
import {
  committed,
  imported,
  readImport,
  reviewed,
  sendImport,
  settledImport,
  zipOf,
} from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let coGm: TestPerson;
let player: TestPerson;
let stranger: TestPerson;
let campaign: string;
let picture: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player, stranger] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  const create = { width: 40, height: 30, channels: 3 as const, background: '#345' };
  picture = await sharp({ create }).png().toBuffer();
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player], [coGm]);
});

const by = () => ({ gm, campaign });
const documents = async (as = gm): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;
const passagesOf = async (id: string, as = gm): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages;
const titled = async (title: string, as = gm): Promise<CampaignDocument> => {
  const found = (await documents(as)).find((one) => one.title === title);
  expect(found).toBeDefined();
  return found!;
};

const VAULT = () => ({
  'Places/Mill.md': [
    '---\naliases: [The old mill]\ntags: [ruins]\n---',
    '# The mill\n\nThe miller is [[Vash|the ferryman]].',
    '> [!secret] Truth\n> He is a **lich**.',
    '![[map.png|300]]',
    'See [[Nowhere]].',
  ].join('\n\n'),
  'People/Vash.md': 'Vash lives at [[Mill#The mill]].\n',
  'attachments/map.png': picture,
  'attachments/rules.txt': 'Roll high.\n',
});

it('lists the review by folder and title, page by page', async () => {
  const folders = [10, 2, 1].map((folder) => `Chapter ${folder}`);
  const names = Array.from({ length: 80 }, (_, n) => 80 - n);
  const paths = folders.flatMap((folder) => names.map((name) => `${folder}/Scene ${name}.md`));
  const source = Object.fromEntries(paths.map((path) => [path, `Text of ${path}.\n`]));
  const first = await reviewed(service, by(), { ...source, 'Index.md': 'Text.\n' });
  const [item] = first.review!.items;
  // A changed title moves no row between pages.
  const body = { items: [item!.number], set: { title: 'Zzz' } };
  await service.call('PATCH', `/api/imports/${first.id}/`, { as: gm, body });
  const second = await readImport(service, by(), first.id, first.review!.next);
  const listed = [first, second].flatMap(({ review }) => review!.items.map((one) => one.path));
  expect(listed).toEqual(['Index.md', ...paths.reverse()]);
  expect(second.review!.next).toBeUndefined();
});

it('reviews a vault, and saves it for GMs with links, pictures, tags and aliases', async () => {
  const review = await reviewed(service, by(), VAULT());
  expect(review).toMatchObject({ state: 'review', format: 'obsidian', file_name: 'vault.zip' });
  const items = review.review!.items;
  expect(
    items.map(({ kind, title, is_spoilers, action }) => [kind, title, is_spoilers, action]),
  ).toEqual(
    expect.arrayContaining([
      ['note', 'Mill', true, 'add'],
      ['note', 'Vash', true, 'add'],
      ['file', 'map.png', true, 'add'],
      ['note', 'rules', true, 'add'],
    ]),
  );
  const mill = items.find(({ title }) => title === 'Mill')!;
  expect(mill).toMatchObject({ gm_passages: 1, unresolved: ['Nowhere'], path: 'Places/Mill.md' });
  expect(mill.tags).toEqual(expect.arrayContaining(['Places', 'ruins']));
  // Nothing is saved before the GM confirms.
  expect(await documents()).toEqual([]);
  const done = await committed(service, by(), review.id);
  expect(done).toMatchObject({ state: 'done' });
  expect(done.documents).toHaveLength(4);
  expect(await documents(player)).toEqual([]);
  const saved = await titled('Mill');
  expect(saved).toMatchObject({ kind: 'note', is_spoilers: true });
  expect(saved.aliases).toEqual([{ name: 'The old mill', audience: 'gm' }]);
  const text = await passagesOf(saved.id);
  const vash = await titled('Vash');
  const link = text.flatMap(({ content }) => content.inlines ?? []).find(({ href }) => href);
  expect(link).toMatchObject({ text: 'the ferryman', href: `#d-${vash.id}` });
  const secret = text.find((one) => one.text.includes('lich'))!;
  expect(secret).toMatchObject({ audience: 'gm', own_audience: true });
  const image = text.find(({ kind }) => kind === 'image')!;
  expect(image.content.image).toBeDefined();
  const images = await service.call('GET', `/api/documents/${saved.id}/images/`, { as: gm });
  expect((await fetch(images.body.images[0].url)).status).toBe(200);
  const [heading] = text;
  const back = (await passagesOf(vash.id)).flatMap(({ content }) => content.inlines ?? []);
  expect(back.find(({ href }) => href)?.href).toBe(`#d-${saved.id}/p-${heading!.id}`);
  const map = await titled('map.png');
  const content = await service.call('GET', `/api/documents/${map.id}/content/`, { as: gm });
  expect(Buffer.from(await (await fetch(content.body.url)).arrayBuffer())).toEqual(picture);
});

it('reveals nothing of secrets in an import that a GM makes Public', async () => {
  const review = await reviewed(service, by(), VAULT());
  const body = { set: { is_spoilers: false } };
  expect((await service.call('PATCH', `/api/imports/${review.id}/`, { as: gm, body })).status).toBe(
    200,
  );
  await committed(service, by(), review.id);
  const mill = await titled('Mill', player);
  const text = await passagesOf(mill.id, player);
  expect(text.map((one) => one.text)).toContain('The miller is the ferryman.');
  expect(JSON.stringify(text)).not.toContain('lich');
  const images = await service.call('GET', `/api/documents/${mill.id}/images/`, { as: player });
  expect((await fetch(images.body.images[0].url)).status).toBe(200);
});

it('reveals boxes to read aloud to the party if a GM chooses that', async () => {
  const review = await reviewed(service, by(), {
    'Ferry.md': '> [!read-aloud]\n> The ferry sails at dusk.\n\nThe ferryman is the lich.\n',
  });
  expect(review.review!.items[0]).toMatchObject({ read_aloud: 1, is_spoilers: true });
  const body = { items: [review.review!.items[0]!.number], set: { reveal_read_aloud: true } };
  await service.call('PATCH', `/api/imports/${review.id}/`, { as: gm, body });
  await committed(service, by(), review.id);
  const ferry = await titled('Ferry', player);
  expect((await passagesOf(ferry.id, player)).map(({ text }) => text)).toEqual([
    'The ferry sails at dusk.',
  ]);
});

it('adds nothing twice when the import is repeated, and replaces items that changed in the source alone', async () => {
  await imported(service, by(), VAULT());
  const before = await documents();
  const vash = await titled('Vash');
  const [first] = await passagesOf(vash.id);
  const again = await reviewed(service, by(), {
    ...VAULT(),
    'People/Vash.md': 'Vash lives at [[Mill#The mill]].\n\nHe is tall.\n',
  });
  const states = again.review!.items.map(({ title, since_import, action }) => [
    title,
    since_import,
    action,
  ]);
  expect(states).toEqual(
    expect.arrayContaining([
      ['Mill', 'unchanged', 'skip'],
      ['Vash', 'changed', 'replace'],
      ['map.png', 'unchanged', 'skip'],
    ]),
  );
  await committed(service, by(), again.id);
  expect((await documents()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  const text = await passagesOf(vash.id);
  expect(text.map((one) => one.text)).toEqual(['Vash lives at Mill › The mill.', 'He is tall.']);
  expect(text[0]!.id).toBe(first!.id);
});

it('asks about a document that was edited here as well', async () => {
  await imported(service, by(), VAULT());
  const vash = await titled('Vash');
  const body = { title: 'Vash the ferryman' };
  await service.call('PATCH', `/api/documents/${vash.id}/passages/`, { as: gm, body });
  const again = await reviewed(service, by(), { ...VAULT(), 'People/Vash.md': 'Other.\n' });
  const item = again.review!.items.find(({ path }) => path === 'People/Vash.md')!;
  expect(item).toMatchObject({ since_import: 'edited', action: 'skip' });
  expect(item.document).toEqual({ id: vash.id, title: 'Vash the ferryman' });
});

it('undoes an import, except for documents that were changed or revealed', async () => {
  const done = await imported(service, by(), VAULT());
  const mill = await titled('Mill');
  await service.call('PATCH', `/api/documents/${mill.id}/`, {
    as: gm,
    body: { is_spoilers: false },
  });
  const undone = await service.call('POST', `/api/imports/${done.id}/undo/`, { as: gm, body: {} });
  expect(undone.body).toEqual({
    trashed: 3,
    changed: [{ id: mill.id, title: 'Mill', reason: 'revealed' }],
  });
  expect(await settledImport(service, by(), done.id)).toMatchObject({ state: 'done' });
  expect((await documents()).map(({ id }) => id)).toEqual([mill.id]);
  const rest = await service.call('POST', `/api/imports/${done.id}/undo/`, {
    as: gm,
    body: { documents: [mill.id] },
  });
  expect(rest.body).toEqual({ trashed: 1, changed: [] });
  await settledImport(service, by(), done.id);
  expect(await documents()).toEqual([]);
  expect(await documents(player)).toEqual([]);
  expect(await readImport(service, by(), done.id)).toMatchObject({ state: 'undone' });
});

it('fails with a reason, and leaves no objects', async () => {
  const empty = await reviewed(service, by(), { '.DS_Store': 'x' });
  expect(empty).toMatchObject({ state: 'failed', failure: 'empty' });
  const broken = await reviewed(service, by(), Buffer.from('PK no zip'));
  expect(broken.state).toBe('failed');
  const review = await reviewed(service, by(), VAULT());
  expect((await service.call('DELETE', `/api/imports/${review.id}/`, { as: gm })).status).toBe(204);
  expect(await readImport(service, by(), review.id)).toMatchObject({ state: 'cancelled' });
  const [left] = await service.uow.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM import_item WHERE campaign_id = $1',
    [campaign],
  );
  expect(left!.n).toBe(0);
});

it('is idempotent', async () => {
  const key = await sendImport(service, by(), await zipOf(VAULT()));
  const create = () => service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
  const [one, other] = [await create(), await create()];
  expect(other.body.id).toBe(one.body.id);
  await settledImport(service, by(), one.body.id);
  const commit = () => service.call('POST', `/api/imports/${one.body.id}/commit/`, { as: gm });
  expect((await Promise.all([commit(), commit()])).map(({ status }) => status)).toEqual([200, 200]);
  await settledImport(service, by(), one.body.id);
  expect(await documents()).toHaveLength(4);
});

it.each([
  ['co-GM', () => coGm, [200, 200, 200]],
  ['player', () => player, [404, 404, 404]],
  ['stranger', () => stranger, [404, 404, 404]],
] as const)('answers a %s', async (_name, who, expected) => {
  const review: ImportAnswer = await reviewed(service, by(), VAULT());
  const as = who();
  const statuses = [
    await service.call('GET', `/api/imports/${review.id}/`, { as }),
    await service.call('PATCH', `/api/imports/${review.id}/`, {
      as,
      body: { set: { action: 'skip' } },
    }),
    await service.call('POST', `/api/imports/${review.id}/commit/`, { as }),
  ].map(({ status }) => status);
  expect(statuses).toEqual(expected);
  if (expected[0] === 404)
    expect(await readImport(service, by(), review.id)).toMatchObject({ state: 'review' });
});

it('finds one document for an item, also after documents of an undone import were restored', async () => {
  const vault = { 'A.md': 'One.\n', 'B.md': 'Two.\n' };
  const first = await imported(service, by(), vault);
  const restored = await documents();
  await service.call('POST', `/api/imports/${first.id}/undo/`, { as: gm, body: {} });
  await settledImport(service, by(), first.id);
  await imported(service, by(), vault);
  for (const { id } of restored)
    await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
  const review = await reviewed(service, by(), { ...vault, 'B.md': 'Three.\n' });
  expect(review.review!.items.map(({ title, action }) => [title, action])).toEqual([
    ['A', 'skip'],
    ['B', 'replace'],
  ]);
  expect(await committed(service, by(), review.id)).toMatchObject({ state: 'done' });
});

it('asks before it undoes documents whose tags were changed', async () => {
  const done = await imported(service, by(), { 'A.md': 'One.\n', 'B.md': 'Two.\n' });
  const { id } = await titled('A');
  await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { tags: ['own'] } });
  const undone = await service.call('POST', `/api/imports/${done.id}/undo/`, { as: gm, body: {} });
  expect(undone.body).toEqual({ trashed: 1, changed: [{ id, title: 'A', reason: 'edited' }] });
  await settledImport(service, by(), done.id);
});
