import { randomUUID } from 'node:crypto';
import type { ChangesAnswer, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

// Responses to a player depend only on that player's visibility, not on other players or hidden content.

let service: DocumentApp;
let gm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mira, tobin] = (await Promise.all(
    ['Gm', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [mira, tobin]);
});

const documents = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as = gm) =>
  service.call(method, `/api/documents/${url}`, { as });
async function act(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: object) {
  const answer = await service.call(method, `/api/documents/${url}`, { as: gm, body });
  expect([url, answer.status < 300 ? 'done' : answer]).toEqual([url, 'done']);
  return answer.body;
}
const passagesTo = async (as: TestPerson, id: string): Promise<Passage[]> =>
  (await documents('GET', `${id}/passages/?limit=500`, as)).body.passages;
async function note(words: readonly string[], spoilers: boolean) {
  const { id } = await act('POST', 'notes/', {
    campaign,
    title: 'A letter',
    is_spoilers: spoilers,
    markdown: words.join('\n\n'),
  });
  return { id: id as string, passages: (await passagesTo(gm, id)).map((one) => one.id) };
}
const setAudience = (id: string, passages: string[], audience: unknown) =>
  act('PUT', `${id}/audience/`, { passages, audience });
const shownTo = async (as: TestPerson) => (await documents('GET', 'shown/', as)).body.shown;
const feed = async (query: string) =>
  (
    await service.call('GET', `/internal/campaigns/${campaign}/${query}`, {
      token: await service.tokenOfSearch(),
    })
  ).body;
const watermark = async (as: TestPerson): Promise<number> => {
  const membership = service.membership(campaign, as);
  return (await feed(`change-numbers?membership=${membership}`)).restricting.party;
};

describe('a passage that is narrowed to some players', () => {
  it('stays on the screens of its remaining readers', async () => {
    const { id, passages } = await note(['One', 'Two'], false);
    await act('POST', `${id}/show/`, { passages: [passages[0]] });
    const before = await shownTo(mira);
    expect(before).toMatchObject({ passages: [passages[0]] });
    await setAudience(id, [passages[0]!], { players: [mira.id] });
    expect(await shownTo(mira)).toMatchObject({ id: before.id, passages: [passages[0]] });
    expect(await shownTo(tobin)).toBeNull();
    await setAudience(id, [passages[0]!], 'party');
    expect(await shownTo(mira)).toMatchObject({ id: before.id });
    expect(await shownTo(tobin)).toBeNull();
  });

  it('delays search only for players who lost it', async () => {
    const { id, passages } = await note(['One', 'Two'], false);
    const before = await watermark(mira);
    await setAudience(id, [passages[0]!], { players: [mira.id] });
    expect(await watermark(mira)).toBe(before);
    expect(await watermark(tobin)).toBe((await feed('change-numbers')).last);
    await setAudience(id, [passages[0]!], { players: [mira.id, tobin.id] });
    const both = await watermark(mira);
    await setAudience(id, [passages[0]!], { players: [mira.id] });
    expect(await watermark(mira)).toBe(both);
    expect(await watermark(tobin)).toBe((await feed('change-numbers')).last);
  });
});

it('gives search the revocations for players without text that only GMs saw', async () => {
  const seen = async (after: number): Promise<string[]> => {
    const { changes }: ChangesAnswer = await feed(`changes?after=${after}&only=seen`);
    return changes.flatMap((one) =>
      'passage' in one ? [one.passage] : 'gone_passage' in one ? [one.gone_passage] : [],
    );
  };
  const { last } = await feed('change-numbers').then((one) => ({ last: one.last ?? 0 }));
  const open = await note(['One', 'Two', 'Three'], false);
  const plot = await note(['Four', 'Five'], true);
  const [one, two, three] = open.passages as [string, string, string];
  const [four, five] = plot.passages as [string, string];
  expect((await seen(last)).sort()).toEqual([...open.passages].sort());
  // GM only from the first to the last.
  await setAudience(plot.id, [four, five], 'gm');
  await setAudience(open.id, [one], 'gm');
  const written = (await documents('GET', `${open.id}/editing/`)).body.passages;
  const versionOf = (id: string) => written.find((each: Passage) => each.id === id).version;
  await act('PATCH', `${open.id}/passages/`, {
    removed: [two, three].map((id) => ({ id, base_version: versionOf(id) })),
    changes: [{ id: two, kind: 'paragraph', content: { inlines: [{ text: 'Two' }] } }],
  });
  expect((await seen(last)).sort()).toEqual([...open.passages].sort());
  // Hidden and revealed, of which the feed tells the end alone.
  await act('PATCH', `${plot.id}/`, { is_spoilers: false });
  await act('PATCH', `${plot.id}/`, { is_spoilers: true });
  expect(await seen(last)).not.toContain(four);
  const other = await note(['Six'], false);
  await act('PATCH', `${other.id}/`, { is_spoilers: true });
  await setAudience(other.id, other.passages, 'gm');
  await act('PATCH', `${other.id}/`, { is_spoilers: false });
  expect(await seen(last)).toEqual(expect.arrayContaining(other.passages));
});

it('answers a passage id of a hidden passage as that of a deleted one', async () => {
  const theirs = await note(['One', 'Two'], false);
  const [kept, deleted] = theirs.passages as [string, string];
  await setAudience(theirs.id, [kept], 'gm');
  const { passages } = (await documents('GET', `${theirs.id}/editing/`)).body;
  const { version } = passages.find((one: Passage) => one.id === deleted);
  await act('PATCH', `${theirs.id}/passages/`, {
    removed: [{ id: deleted, base_version: version }],
  });
  const own = service.campaign(mira, []);
  const made = await service.call('POST', '/api/documents/notes/', {
    as: mira,
    body: { campaign: own, title: 'Mine' },
  });
  const write = async (id: string) => {
    const change = { id, kind: 'paragraph', content: { inlines: [{ text: 'Mine' }] } };
    const { status, body } = await service.call(
      'PATCH',
      `/api/documents/${made.body.id}/passages/`,
      { as: mira, body: { changes: [change] } },
    );
    const { correlation_id: _, ...said } = body;
    return { status, said };
  };
  expect(await write(deleted)).toEqual(await write(kept));
  await act('DELETE', `${theirs.id}/`, {});
  expect(await write(deleted)).toEqual(await write(kept));
  expect((await write(randomUUID())).status).toBe(200);
});

it('numbers headings with the same name among the visible ones', async () => {
  const links = 'To [one](#lair), [two](#lair-1) and [three](#lair-2).';
  const document = await service.upload(gm, campaign, {
    name: 'lairs.md',
    contentType: 'text/markdown',
    content: [links, '# Lair', '# Lair', '# Lair'].join('\n\n'),
  });
  await service.readTexts();
  const leads = async (as: TestPerson) => {
    const [{ content }] = (await passagesTo(as, document.id)) as [Passage];
    return Object.fromEntries(
      (content.inlines ?? []).flatMap(({ text, href }) => (href ? [[text, href]] : [])),
    );
  };
  const [, first, second, third] = (await passagesTo(gm, document.id)).map(({ id }) => id);
  const all = { one: `#p-${first}`, two: `#p-${second}`, three: `#p-${third}` };
  expect(await leads(mira)).toEqual(all);
  await setAudience(document.id, [first!], 'gm');
  expect(await leads(mira)).toEqual({ one: `#p-${second}`, two: `#p-${third}` });
  expect(await leads(gm)).toEqual(all);
});
