import type {
  CampaignDocument,
  ImportAnswer,
  ReviseImportRequest,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { committed, imported, readImport, reviewed, settledImport } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = await Promise.all([service.identity.join('Gm'), service.identity.join('Player')]);
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const by = () => ({ gm, campaign });
const documents = async (as = gm): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;
const undo = async (id: string, body: object = {}) =>
  (await service.call('POST', `/api/imports/${id}/undo/`, { as: gm, body })).body;

async function revise(id: string, body: ReviseImportRequest): Promise<Record<string, string[]>> {
  const revised = await service.call('PATCH', `/api/imports/${id}/`, { as: gm, body });
  expect(revised.status).toBe(200);
  return tagsIn(await readImport(service, by(), id));
}
const tagsIn = ({ review }: ImportAnswer): Record<string, string[]> =>
  Object.fromEntries(review!.items.map(({ title, tags }) => [title, tags]));

it('turns tags of folders off and on, and adds tags to the ones of each item', async () => {
  const vault = {
    'Places/Mill.md': '---\ntags: [ruins]\n---\nOld.\n',
    'Places/Ford.md': '---\ntags: [places]\n---\nWet.\n',
    'Inn.md': 'Warm.\n',
  };
  const review = await reviewed(service, by(), vault);
  expect(tagsIn(review)).toEqual({ Mill: ['Places', 'ruins'], Ford: ['Places'], Inn: [] });
  expect(review.review!.items.map(({ folder_tag }) => folder_tag)).toEqual([
    ...[undefined, undefined, 'Places'],
  ]);
  const { id } = review;
  // The front matter of the ford has the same tag.
  expect(await revise(id, { set: { folder_tags: false } })).toEqual({
    ...{ Mill: ['ruins'], Ford: ['Places'], Inn: [] },
  });
  const added = await revise(id, { set: { add_tags: ['Act 1', 'RUINS'] } });
  expect(added).toEqual({
    ...{ Mill: ['ruins', 'Act 1'], Ford: ['Places', 'Act 1', 'RUINS'], Inn: ['Act 1', 'RUINS'] },
  });
  const on = await revise(id, { set: { folder_tags: true } });
  expect(on['Mill']).toEqual(['Places', 'ruins', 'Act 1']);
  expect(on['Ford']).toEqual(['Places', 'Act 1', 'RUINS']);
  const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
  const inn = review.review!.items[0]!.number;
  const full = await revise(id, { items: [inn], set: { add_tags: many } });
  expect(full['Inn']).toEqual(['Act 1', 'RUINS', ...many.slice(0, 18)]);
  expect(full['Mill']).toEqual(['Places', 'ruins', 'Act 1']);
});

it('imports empty notes, to which links lead', async () => {
  const vault = { 'Mill.md': 'See [[Vash]].\n', 'Vash.md': '', 'empty.pdf': '' };
  const review = await reviewed(service, by(), vault);
  expect(review.review!.problems).toEqual([{ path: 'empty.pdf', reason: 'empty' }]);
  expect(review.review!.items.every(({ unresolved = [] }) => unresolved.length === 0)).toBe(true);
  await committed(service, by(), review.id);
  const all = await documents();
  const [mill, vash] = ['Mill', 'Vash'].map((name) => all.find(({ title }) => title === name)!);
  const textOf = async ({ id }: CampaignDocument) =>
    (await service.call('GET', `/api/documents/${id}/passages/`, { as: gm })).body.passages;
  expect(await textOf(vash!)).toEqual([]);
  const [link] = (await textOf(mill!))[0].content.inlines.filter(
    ({ href }: { href?: string }) => href,
  );
  expect(link.href).toContain(vash!.id);
});

it('counts documents, and the ones players see', async () => {
  const review = await reviewed(service, by(), {
    'A.md': 'One.\n',
    'B.md': 'Two.\n',
    'C.md': 'Three.\n',
  });
  const [a] = review.review!.items;
  await revise(review.id, { items: [a!.number], set: { is_spoilers: false } });
  expect(await committed(service, by(), review.id)).toMatchObject({ players_see: 1 });
  const list = await service.call('GET', `/api/imports/?campaign=${campaign}`, { as: gm });
  expect(list.body.imports[0]).toMatchObject({ document_count: 3 });
  expect((await documents(player)).map(({ title }) => title)).toEqual(['A']);
});

it('lists documents that a later import replaced, and moves the chosen ones to the trash', async () => {
  const first = await imported(service, by(), { 'A.md': 'One.\n', 'B.md': 'Two.\n' });
  const second = await imported(service, by(), { 'A.md': 'Other.\n', 'B.md': 'Two.\n' });
  const a = (await documents()).find(({ title }) => title === 'A')!;
  expect(await undo(first.id)).toEqual({
    trashed: 1,
    changed: [{ id: a.id, title: 'A', reason: 'imported_again' }],
  });
  expect(await settledImport(service, by(), first.id)).toMatchObject({ state: 'done' });
  // The first import added the document.
  expect(await undo(second.id)).toEqual({
    trashed: 0,
    changed: [{ id: a.id, title: 'A', reason: 'replaced' }],
  });
  await settledImport(service, by(), second.id);
  expect(await undo(first.id, { documents: [a.id] })).toEqual({ trashed: 1, changed: [] });
  expect(await settledImport(service, by(), first.id)).toMatchObject({ state: 'undone' });
  expect(await documents()).toEqual([]);
});
