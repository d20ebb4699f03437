import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  mia = await service.identity.join('Mia');
  campaign = service.campaign(gm, [mia]);
});

interface Read {
  id: string;
  text: string;
}

async function read(as: TestPerson, id: string): Promise<Read[]> {
  const { body } = await service.call('GET', `/api/documents/${id}/passages/`, { as });
  return body.passages ?? [];
}
const texts = async (as: TestPerson, id: string) => (await read(as, id)).map(({ text }) => text);
const file = (lines: readonly string[]) => ({ name: 'Plot.txt', content: lines.join('\n\n') });

/** A spoiler of these lines, some of which are in a handout: a new one, or the document's own. */
async function revealed(lines: readonly string[], shown: readonly string[], isNew: boolean) {
  const source = await service.upload(gm, campaign, { ...file(lines), spoilers: true });
  await service.readTexts();
  const passages = (await read(gm, source.id)).flatMap(({ id, text }) =>
    shown.includes(text) ? [id] : [],
  );
  const body = {
    passages,
    audience: 'party',
    public_title: 'Clues',
    ...(isNew && { handout: 'new' }),
  };
  const answer = await service.call('PUT', `/api/documents/${source.id}/audience/`, {
    as: gm,
    body,
  });
  expect(answer.status).toBe(200);
  return { source, handout: isNew ? (answer.body.handout as string) : source.id };
}
async function replace(source: Parameters<DocumentApp['replaceFile']>[1], lines: string[]) {
  await service.replaceFile(gm, source, file(lines));
  await service.readTexts();
}

const HIDDEN = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];

describe.each([
  ['a new handout', true],
  ['the handout of the document itself', false],
])('a new version of a file in %s', (_, isNew) => {
  it.each([
    ['without hidden passages', []],
    ['with hidden passages that moved', HIDDEN],
  ])('keeps a short passage %s', async (_hidden, hidden) => {
    const { source, handout } = await revealed(['The key.', ...hidden], ['The key.'], isNew);
    const before = await read(mia, handout);
    await replace(source, [...hidden, 'The key.']);
    expect(await read(mia, handout)).toEqual(before);
    expect(before).toMatchObject([{ text: 'The key.' }]);
  });
});

it('records in the ledger which passages left a handout', async () => {
  const lines = ['The map shows a well.', 'The count did it.', 'The letter is sealed.'];
  const shown = [lines[0]!, lines[2]!];
  const { source, handout } = await revealed(lines, shown, true);
  await replace(source, ['The map shows the count.', 'The count did it.', 'The letter is sealed.']);
  expect(await texts(mia, handout)).toEqual(['The letter is sealed.']);
  const ledger = await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm });
  const entries = ledger.body.entries.filter((one: { act: string }) => one.act === 'write');
  expect(entries).toMatchObject([
    { document: source.id, handout, audience: 'gm', passages: { count: 1 }, can_take_back: false },
  ]);

  const known = async () => {
    const as_of = new Date(Date.now() + 1000).toISOString();
    const url = `/api/campaigns/${campaign}/ledger/?player=${mia.id}&as_of=${as_of}`;
    return (await service.call('GET', url, { as: gm })).body.known;
  };
  const [before] = await known();
  expect(before).toMatchObject({ handout, passages: { count: 1 } });
  const [, count] = await read(gm, source.id);
  const body = { passages: [count!.id], audience: 'party', handout };
  await service.call('PUT', `/api/documents/${source.id}/audience/`, { as: gm, body });
  expect(await known()).toMatchObject([{ since: before.since, passages: { count: 2 } }]);
});
