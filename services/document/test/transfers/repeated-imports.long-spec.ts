import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { imported } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm);
});

const by = () => ({ gm, campaign });
async function textOf(title: string): Promise<Passage[]> {
  const list = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm });
  const found = (list.body as CampaignDocument[]).find((one) => one.title === title);
  expect(found).toBeDefined();
  const url = `/api/documents/${found!.id}/passages/`;
  return (await service.call('GET', url, { as: gm })).body.passages;
}
const hrefOf = ({ content }: Passage) => content.inlines?.find(({ href }) => href)?.href;

it('keeps the ids of passages behind a new one, and links from other notes to them', async () => {
  const mill = ['# The mill', 'It is old.', '## The cellar', 'It is wet.'];
  const vash = (more: string) => `Vash hides in [[Mill#The cellar]]${more}.\n`;
  await imported(service, by(), { 'Mill.md': mill.join('\n\n'), 'Vash.md': vash('') });
  const before = await textOf('Mill');
  const [, , cellar] = before;
  expect(hrefOf((await textOf('Vash'))[0]!)).toContain(`/p-${cellar!.id}`);

  const longer = ['Read this first.', ...mill, 'It is dark.'].join('\n\n');
  await imported(service, by(), { 'Mill.md': longer, 'Vash.md': vash(' again') });
  const after = await textOf('Mill');
  expect(after.map(({ text }) => text)).toEqual([
    ...['Read this first.', 'The mill', 'It is old.', 'The cellar', 'It is wet.', 'It is dark.'],
  ]);
  expect(after.slice(1, 5).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(new Set(after.map(({ id }) => id)).size).toBe(6);
  const [link] = await textOf('Vash');
  expect(link!.text).toMatch(/again\.$/);
  expect(hrefOf(link!)).toContain(`/p-${cellar!.id}`);
});
