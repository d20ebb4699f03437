import { createHash, randomUUID } from 'node:crypto';
import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../../document-app';
import {
  committed,
  download,
  exportedBy,
  filesOfZip,
  imported,
  reviewed,
  zipOf,
} from '../transfer-app';

// Audiences of passages in files, and comments on them, through an archive.

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let other: TestPerson;
let campaign: string;
let copy: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, other] = (await Promise.all(
    ['Gm', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player, other]);
  copy = service.campaign(gm, [player, other]);
  for (const one of [campaign, copy]) service.entitle(one, 'Saltmarsh');
});

const KNOWN = 'The gate of the keep is open at noon.';
const HIDDEN = 'The steward sold the key to the lich.';
const CHOSEN = 'Your sister waits below the bridge.';
const HTML = [KNOWN, HIDDEN, CHOSEN].map((text) => `<p>${text}</p>`).join('');

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, as: TestPerson, body?: object) {
  const answer = await service.call(method, path, { as, ...(body && { body }) });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
}

const documents = (as: TestPerson, of: string): Promise<CampaignDocument[]> =>
  ask('GET', `/api/documents/?campaign=${of}`, as);
const passagesOf = async (id: string, as: TestPerson): Promise<Passage[]> =>
  (await ask('GET', `/api/documents/${id}/passages/`, as)).passages;
const textOf = async (id: string, as: TestPerson) =>
  (await passagesOf(id, as)).map(({ text }) => text);

/** A file with a hidden passage and one for a player. */
async function upload(spoilers: boolean): Promise<CampaignDocument> {
  const content = { name: 'Lair of the lich.html', contentType: 'text/html', content: HTML };
  const document = await service.upload(gm, campaign, { ...content, spoilers });
  await service.readTexts();
  const [known, hidden, chosen] = await passagesOf(document.id, gm);
  const set = (passage: Passage, audience: object | string) =>
    ask('PUT', `/api/documents/${document.id}/audience/`, gm, {
      ...{ passages: [passage.id], audience },
      ...(spoilers && audience !== 'gm' && { public_title: 'A page' }),
    });
  if (spoilers) await set(known!, 'party');
  else await set(hidden!, 'gm');
  await set(chosen!, { players: [player.id] });
  for (const [passage, text] of [
    [known, 'At noon?'],
    [chosen, 'My sister!'],
  ] as const)
    await ask('POST', `/api/documents/${document.id}/comments/`, player, {
      ...{ passage: passage!.id, text, idempotency_key: randomUUID() },
    });
  return document;
}

const archive = async (of: string) =>
  download(await exportedBy(service, { as: gm, campaign: of }, 'archive'));

/** The text of the only file of an archive. */
async function textIn(bytes: Buffer): Promise<unknown> {
  const [, text] = [...(await filesOfZip(bytes))].find(([path]) => path.startsWith('texts/'))!;
  return JSON.parse(text.toString());
}

const commentsOn = async (id: string, as: TestPerson): Promise<string[]> =>
  (await ask('GET', `/api/documents/${id}/comments/`, as)).comments
    .map(({ text }: { text: string }) => text)
    .sort();

it.each([
  { spoilers: false, title: 'Lair of the lich.html' },
  { spoilers: true, title: 'A page' },
])(
  'restores audiences of passages in a file, and comments ($title)',
  async ({ spoilers, title }) => {
    await upload(spoilers);
    const bytes = await archive(campaign);
    const review = await reviewed(service, { gm, campaign: copy }, bytes);
    expect(review.review!.items).toMatchObject([
      { kind: 'file', is_spoilers: spoilers, passages: 3 },
    ]);
    await committed(service, { gm }, review.id);
    await service.readTexts();
    const [document] = await documents(gm, copy);
    const id = document!.id;
    expect(await textOf(id, gm)).toEqual([KNOWN, HIDDEN, CHOSEN]);
    expect(await textOf(id, player)).toEqual([KNOWN, CHOSEN]);
    expect(await textOf(id, other)).toEqual([KNOWN]);
    expect(await commentsOn(id, player)).toEqual(['At noon?', 'My sister!']);
    expect(await commentsOn(id, other)).toEqual(['At noon?']);
    for (const as of [player, other]) {
      expect(await documents(as, copy)).toMatchObject([{ title, kind: 'note' }]);
      const file = await service.call('GET', `/api/documents/${id}/content/`, { as });
      expect(file.status).not.toBe(200);
    }
    expect(await textIn(await archive(copy))).toEqual(await textIn(bytes));
  },
);

it('hides passages that differ in the extracted file', async () => {
  await upload(false);
  const entries = await filesOfZip(await archive(campaign));
  const [path, text] = [...entries].find(([one]) => one.startsWith('texts/'))!;
  const changed = text.toString().replaceAll(KNOWN, 'The gate is closed until dawn.');
  const hash = (value: string) => createHash('sha256').update(value).digest('hex');
  const list = entries.get('files.json')!.toString();
  entries.set(path, Buffer.from(changed));
  entries.set('files.json', Buffer.from(list.replace(hash(text.toString()), hash(changed))));
  await imported(service, { gm, campaign: copy }, await zipOf(Object.fromEntries(entries)));
  await service.readTexts();
  const [document] = await documents(gm, copy);
  expect(await textOf(document!.id, gm)).toEqual([KNOWN, HIDDEN, CHOSEN]);
  expect(await textOf(document!.id, player)).toEqual([CHOSEN]);
  expect(await commentsOn(document!.id, player)).toEqual(['My sister!']);
});

it('exports no text of a file without audiences and comments', async () => {
  await service.upload(gm, campaign, {
    name: 'Open.html',
    contentType: 'text/html',
    content: HTML,
  });
  await service.readTexts();
  const paths = [...(await filesOfZip(await archive(campaign))).keys()];
  expect(paths.filter((path) => path.startsWith('texts/'))).toEqual([]);
});
