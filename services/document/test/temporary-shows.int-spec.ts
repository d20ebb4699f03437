import { randomUUID } from 'node:crypto';
import { NEWS_LIMITS, type Passage, type ShownAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from './document-app';

// Shows without keeping: named recipients, a limited time, and no trace for players.

// With a delay, counts would depend on the time of the request.
Object.assign(NEWS_LIMITS, { delaySeconds: 0 });

let service: DocumentApp;
let gm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, mira, tobin] = (await Promise.all(
    ['Gm', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [mira, tobin]);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as: TestPerson) =>
  service.call(method, `/api/documents/${url}`, { as });
async function act(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body: object = {}) {
  const answer = await service.call(method, `/api/documents/${url}`, { as: gm, body });
  expect([url, answer.status < 300 ? 'done' : answer]).toEqual([url, 'done']);
  return answer.body;
}
async function note(markdown = 'One\n\nTwo\n\nThree', spoilers = true) {
  const { id } = await act('POST', 'notes/', {
    ...{ campaign, title: 'The true name', is_spoilers: spoilers, markdown },
  });
  const { passages } = (await call('GET', `${id}/passages/`, gm)).body;
  return { id: id as string, passages: (passages as Passage[]).map((one) => one.id) };
}
const show = (id: string, body: object) => act('POST', `${id}/show/`, { keep: false, ...body });
const shownTo = async (as: TestPerson): Promise<ShownAnswer['shown']> =>
  (await call('GET', 'shown/', as)).body.shown;
const textTo = async (as: TestPerson) =>
  (await shownTo(as))?.not_kept?.passages.map(({ text }) => text);
const membership = (one: TestPerson) => service.membership(campaign, one);

/** All responses to a player, as text. */
async function everythingOf(as: TestPerson, id: string): Promise<string> {
  const urls = [
    'shown/',
    `?campaign=${campaign}`,
    `news/?campaign=${campaign}`,
    'news/counts/',
    `${id}/passages/`,
    `${id}/outline/`,
    `${id}/content/`,
  ];
  const answers = await Promise.all(urls.map((url) => call('GET', url, as)));
  return JSON.stringify(
    answers.map(({ status, body: { correlation_id: _, ...body } }) => ({ status, body })),
  );
}
const feedNumbers = async (as: TestPerson) =>
  (
    await service.call(
      'GET',
      `/internal/campaigns/${campaign}/change-numbers?membership=${membership(as)}`,
      { token: await service.tokenOfSearch() },
    )
  ).body;

it('shows passages to named players, also after a reload, until the GM stops it', async () => {
  const { id, passages } = await note();
  const before = await everythingOf(tobin, id);
  const numbers = await feedNumbers(tobin);
  const began = service.hints.length;
  const answer = await show(id, { passages: [passages[1]], players: [mira.id] });
  expect(Date.parse(answer.undo_until)).toBeGreaterThan(Date.now());
  const shown = await shownTo(mira);
  expect(shown).toMatchObject({
    document: { campaign, title: '', original_filename: '', s3_key: '' },
    not_kept: { passages: [{ kind: 'paragraph', text: 'Two' }], images: [] },
  });
  expect(Date.parse(shown!.not_kept!.ends_at) - Date.parse(shown!.shown_at)).toBe(30 * 60_000);
  expect(await shownTo(mira)).toEqual(shown);
  // Real ids and the title stay hidden.
  for (const secret of [id, ...passages, 'The true name'])
    expect(JSON.stringify(shown)).not.toContain(secret);
  expect(await everythingOf(tobin, id)).toBe(before);
  expect(await feedNumbers(tobin)).toEqual(numbers);
  expect((await call('GET', `${id}/passages/`, mira)).status).toBe(404);
  expect((await call('GET', 'shown/', gm)).body).toEqual({
    shown: null,
    showing: [{ campaign, document: id, ends_at: shown!.not_kept!.ends_at }],
  });
  await act('DELETE', `${id}/show/`);
  expect(await shownTo(mira)).toBeNull();
  expect(service.hints.slice(began)).toEqual(
    Array(2).fill(
      expect.objectContaining({
        ...{ kind: 'show', id: shown!.id, to: { memberships: [membership(mira)] } },
      }),
    ),
  );
});

it('ends for a passage that is edited: another one may be joined to it', async () => {
  const { id, passages } = await note();
  const [first, second] = passages;
  await show(id, { players: [mira.id], passages: [first] });
  expect(await textTo(mira)).toEqual(['One']);
  await act('PATCH', `${id}/passages/`, {
    changes: [
      {
        ...{ id: first, kind: 'paragraph', from: [second], base_version: 1 },
        content: { inlines: [{ text: 'One Two' }] },
      },
    ],
    removed: [{ id: second, base_version: 1 }],
  });
  expect(JSON.stringify(await shownTo(mira))).not.toContain('Two');
});

it('is recorded in the GMs’ ledger and changes no visibility', async () => {
  const { id, passages } = await note();
  const ledger = async (query = '') =>
    (await service.call('GET', `/api/campaigns/${campaign}/ledger/${query}`, { as: gm })).body;
  const known = await ledger(`?player=${mira.id}`);
  await show(id, { passages: [passages[0]], players: [mira.id] });
  expect((await ledger()).entries[0]).toMatchObject({
    ...{ act: 'show', by: gm.id, document: id, audience: 'players', players: [mira.id] },
    can_take_back: false,
  });
  expect(await ledger(`?player=${mira.id}`)).toEqual(known);
});

it('shows all players of the campaign the beginning of a text, under the title that was typed', async () => {
  const { id } = await note(
    'One [two](https://example.org) [there](#d-00000000-0000-4000-8000-000000000000)',
  );
  await show(id, { public_title: 'A letter' });
  for (const player of [mira, tobin]) {
    const shown = await shownTo(player);
    expect(shown?.document).toMatchObject({ title: 'A letter', original_filename: 'A letter' });
    expect(shown?.not_kept?.passages[0]?.content.inlines).toEqual([
      { text: 'One ' },
      { text: 'two', href: 'https://example.org/' },
      { text: ' there' },
    ]);
  }
});

describe('it ends', () => {
  it('for a recipient who closes it, and continues for others', async () => {
    const { id } = await note();
    await show(id, {});
    const shown = await shownTo(mira);
    expect((await call('DELETE', `shown/${shown!.id}/`, mira)).status).toBe(204);
    expect((await call('DELETE', `shown/${shown!.id}/`, mira)).status).toBe(204);
    expect((await call('DELETE', `shown/${id}/`, mira)).status).toBe(204);
    expect(await shownTo(mira)).toBeNull();
    expect(await textTo(tobin)).toEqual(['One', 'Two', 'Three']);
  });

  it('for a recipient who leaves the campaign', async () => {
    const { id } = await note();
    await show(id, {});
    service.leave(campaign, mira);
    expect(await shownTo(mira)).toBeNull();
  });

  it.each([
    ['another is shown without keeping', (id: string) => show(id, { players: [tobin.id] })],
    [
      'another is revealed and shown',
      (id: string) => act('POST', `${id}/show/`, { seen_title: 'The true name' }),
    ],
  ])('where %s', async (_how, another) => {
    const { id } = await note();
    const other = await note('Four');
    await show(id, { players: [mira.id] });
    await another(other.id);
    expect((await shownTo(mira))?.not_kept).toBeUndefined();
  });

  it('for each hidden or deleted passage, with an event to its recipients', async () => {
    const { id, passages } = await note();
    await show(id, { players: [mira.id] });
    const began = service.hints.length;
    await act('PUT', `${id}/audience/`, { passages: [passages[0]], audience: 'gm' });
    expect(await textTo(mira)).toEqual(['Two', 'Three']);
    const edited = (await call('GET', `${id}/editing/`, gm)).body.passages;
    const { version } = edited.find((one: Passage) => one.id === passages[1]);
    await act('PATCH', `${id}/passages/`, {
      removed: [{ id: passages[1], base_version: version }],
      changes: [
        {
          id: passages[0]?.replace(/.$/, '0'),
          kind: 'paragraph',
          content: { inlines: [{ text: 'New' }] },
        },
      ],
    });
    expect(await textTo(mira)).toEqual(['Three']);
    const heard = service.hints.slice(began).filter(({ kind }) => kind === 'show');
    expect(heard.map(({ to }) => to)).toEqual(Array(2).fill({ memberships: [membership(mira)] }));
    await act('DELETE', `${id}/`);
    expect(await shownTo(mira)).toBeNull();
    await act('POST', `${id}/restore/`);
    expect(await shownTo(mira)).toBeNull();
  });

  it('after half an hour', async () => {
    const { id } = await note();
    await show(id, {});
    await service.uow.query(`UPDATE temporary_show SET at = at - interval '30 minutes'`);
    expect(await shownTo(mira)).toBeNull();
    expect((await call('GET', 'shown/', gm)).body).toEqual({ shown: null });
  });
});

it('sends recipients no event when other passages change', async () => {
  const { id, passages } = await note();
  await show(id, { passages: [passages[0]], players: [mira.id] });
  const before = await shownTo(mira);
  const began = service.hints.length;
  const edited = (await call('GET', `${id}/editing/`, gm)).body.passages;
  const { version } = edited.find((one: Passage) => one.id === passages[1]);
  const change = { id: passages[1], kind: 'paragraph', content: { inlines: [{ text: 'Other' }] } };
  await act('PATCH', `${id}/passages/`, { changes: [{ ...change, base_version: version }] });
  expect(await shownTo(mira)).toEqual(before);
  expect(service.hints.slice(began).filter(({ kind }) => kind === 'show')).toEqual([]);
});

it('shows a re-encoded picture without metadata', async () => {
  const content = await sharp({
    create: { width: 30, height: 20, channels: 3, background: '#884400' },
  })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .jpeg()
    .toBuffer();
  const picture = await service.upload(gm, campaign, {
    ...{ name: 'Lair of the queen.jpg', contentType: 'image/jpeg', content, spoilers: true },
  });
  await show(picture.id, { players: [mira.id] });
  const shown = await shownTo(mira);
  expect(shown?.not_kept).toMatchObject({ passages: [], picture: { width: 30, height: 20 } });
  const bytes = Buffer.from(await (await fetch(shown!.not_kept!.picture!.url)).arrayBuffer());
  expect((await sharp(bytes).metadata()).format).toBe('webp');
  expect(bytes.includes('Secret place')).toBe(false);
  expect(JSON.stringify(shown)).not.toContain('queen');
});

it('rejects other recipients and files without text or picture', async () => {
  const { id } = await note();
  const status = async (body: object, as = gm) =>
    (await service.call('POST', `/api/documents/${id}/show/`, { as, body })).status;
  expect(await status({ keep: false, players: [gm.id] })).toBe(400);
  expect(await status({ players: [mira.id] })).toBe(400);
  expect(await status({ keep: false, passages: [randomUUID()] })).toBe(404);
  expect(await status({ keep: false }, mira)).toBe(404);
  const sound = await service.upload(gm, campaign, {
    ...{ name: 'song.mp3', contentType: 'audio/mpeg', content: 'la', spoilers: true },
  });
  const answer = await service.call('POST', `/api/documents/${sound.id}/show/`, {
    as: gm,
    body: { keep: false },
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'document.cannot_show' } });
});
