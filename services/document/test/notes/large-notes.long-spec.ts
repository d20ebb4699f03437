import { randomUUID } from 'node:crypto';
import { NOTE_LIMITS, type EditingAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let gm: TestPerson;
let note: string;

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
});
afterAll(() => service?.stop());
beforeEach(async () => {
  const campaign = service.campaign(gm);
  const made = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Long' },
  });
  note = made.body.id;
});

/** Puts paragraphs at the end of the note. */
async function append(texts: string[], after: string | null) {
  const changes = texts.map((text, at) => ({
    id: randomUUID(),
    kind: 'paragraph',
    content: { inlines: [{ text }] },
    from: [],
    ...(at === 0 && { after }),
  }));
  changes.forEach((change, at) =>
    Object.assign(change, { after: at === 0 ? after : changes[at - 1]?.id }),
  );
  const answer = await service.call('PATCH', `/api/documents/${note}/passages/`, {
    as: gm,
    body: { changes, removed: [] },
  });
  return { answer, last: changes.at(-1)?.id ?? null };
}

const page = async (query = ''): Promise<EditingAnswer> => {
  const answer = await service.call('GET', `/api/documents/${note}/editing/${query}`, { as: gm });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

async function pages(query = ''): Promise<EditingAnswer[]> {
  const all = [await page(query)];
  for (let next = all[0]?.next; next !== undefined; next = all.at(-1)?.next)
    all.push(await page(`${query === '' ? '?' : `${query}&`}after=${encodeURIComponent(next)}`));
  return all;
}
const textsOf = (all: EditingAnswer[]) =>
  all.flatMap(({ passages }) => passages.map(({ text }) => text));

it('gives a note to its editor in pages of at most 500 passages, in reading order', async () => {
  const texts = Array.from({ length: 1100 }, (_, at) => `line ${at}`);
  let last: string | null = null;
  for (let at = 0; at < texts.length; at += 500)
    ({ last } = await append(texts.slice(at, at + 500), last));
  const all = await pages();
  expect(all.map(({ passages }) => passages.length)).toEqual([500, 500, 100]);
  expect(textsOf(all)).toEqual(texts);
  expect(all.map(({ places }) => places)).toEqual([undefined, undefined, undefined]);

  const { version } = all[0]!;
  await append(['newest'], last);
  const newer = await pages(`?since=${version}`);
  expect(textsOf(newer)).toEqual(['newest']);
  expect(newer[0]?.places).toHaveLength(texts.length + 1);
});

it('refuses a cursor that it did not give', async () => {
  const uuid = '10000000-0000-4000-8000-000000000001';
  for (const after of ['x', '1', `1:${'-'.repeat(36)}`, `9999999999:${uuid}`, "1' OR 1=1"]) {
    const url = `/api/documents/${note}/editing/?after=${encodeURIComponent(after)}`;
    expect(await service.call('GET', url, { as: gm })).toMatchObject({ status: 400 });
  }
});

it('holds at most 2 MB of text, in pages of at most 512 kB and one passage', async () => {
  const texts = Array.from({ length: 12 }, () => 'x'.repeat(19_900));
  let last: string | null = null;
  let statuses: number[] = [];
  for (let save = 0; save < 9; save++) {
    const { answer, last: next } = await append(texts, last);
    statuses = [...statuses, answer.status];
    if (answer.status === 200) last = next;
    else expect(answer.body).toMatchObject({ changes: [expect.stringContaining('2 MB')] });
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 400]);
  const all = await pages();
  const bound = NOTE_LIMITS.editingPageBytes + 30_000;
  for (const one of all)
    expect(
      Buffer.byteLength(JSON.stringify(one.passages.map(({ content }) => content))),
    ).toBeLessThan(bound);
  expect(textsOf(all)).toHaveLength(96);
  expect(all.length).toBeGreaterThan(2);
});

it('refuses a version that no note can have', async () => {
  const change = { id: randomUUID(), kind: 'paragraph', content: { inlines: [{ text: 'x' }] } };
  const body = { changes: [{ ...change, undo_to: 2_147_483_648 }], removed: [] };
  const answer = await service.call('PATCH', `/api/documents/${note}/passages/`, { as: gm, body });
  expect(answer).toMatchObject({ status: 400 });
});
