import { randomUUID } from 'node:crypto';
import type {
  EditingAnswer,
  Inline,
  Passage,
  SavePassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS } from '@tomekeeper/visibility';
import { PlayerTextWriter } from '../src/extraction-jobs/player-text-writer';
import { startDocumentApp, type DocumentApp } from './document-app';

// Attacks on passage audiences: the steps of a game master and the responses to two players.

let service: DocumentApp;
let gm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;
let begin: number;

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

async function note(words: string[] | string, spoilers = true) {
  const markdown = typeof words === 'string' ? words : words.join('\n\n');
  const made = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'The true name', is_spoilers: spoilers, markdown },
  });
  expect(made.status).toBe(201);
  begin = service.hints.length;
  const id = made.body.id as string;
  return { id, passages: (await read(gm, id)).map((one) => one.id) };
}

const get = (as: TestPerson, url: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/api/documents/${url}`, { as, headers });
const read = async (as: TestPerson, id: string, query = 'limit=500'): Promise<Passage[]> =>
  (await get(as, `${id}/passages/?${query}`)).body.passages ?? [];
const texts = async (as: TestPerson, id: string) => (await read(as, id)).map(({ text }) => text);
const listed = async (as: TestPerson, id: string) =>
  ((await get(as, `?campaign=${campaign}`)).body as { id: string }[]).find(
    (one) => one.id === id,
  ) as { title: string; created_at: string; public_title?: string } | undefined;
const titleTo = async (as: TestPerson, id: string) => (await listed(as, id))?.title;
const put = (id: string, body: object) =>
  service.call('PUT', `/api/documents/${id}/audience/`, { as: gm, body });
async function reveal(id: string, body: object): Promise<string> {
  const answer = await put(id, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.act;
}
const to = (...players: TestPerson[]) => ({ players: players.map(({ id }) => id) });
async function done(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const answer = await service.call(method, `/api/documents/${url}`, {
    as: gm,
    ...(body && { body }),
  });
  expect([method, url, answer.status < 300 ? 'done' : answer]).toEqual([method, url, 'done']);
  return answer.body;
}
const takeBack = (id: string, act: string) => done('DELETE', `${id}/acts/${act}/`);
const editing = async (id: string): Promise<EditingAnswer> =>
  (await get(gm, `${id}/editing/`)).body;
async function rewrite(id: string, passage: string, text: string) {
  const { passages } = await editing(id);
  const { kind, version } = passages.find((one) => one.id === passage)!;
  const change = { id: passage, kind, content: { inlines: [{ text }] }, base_version: version };
  await done('PATCH', `${id}/passages/`, { changes: [change], removed: [] });
}
async function remove(id: string, passage: string) {
  const { version } = (await editing(id)).passages.find((one) => one.id === passage)!;
  await done('PATCH', `${id}/passages/`, {
    changes: [],
    removed: [{ id: passage, base_version: version }],
  });
}
async function paste(id: string, from: string, text: string) {
  const change = {
    id: randomUUID(),
    from: [from],
    kind: 'paragraph',
    content: { inlines: [{ text }] },
  };
  await done('PATCH', `${id}/passages/`, { changes: [change], removed: [] });
  return change.id;
}
/** Recipients of events since the last call. */
function heard() {
  const all = service.hints
    .slice(begin)
    .filter((hint) => hint.campaign === campaign)
    .map((hint) => hint.to);
  begin = service.hints.length;
  return all;
}
const only = (player: TestPerson) => ({ memberships: [service.membership(campaign, player)] });
/** The revocation watermarks of both players. */
async function watermarks() {
  const of = async (player: TestPerson): Promise<number> => {
    const membership = service.membership(campaign, player);
    const url = `/internal/campaigns/${campaign}/change-numbers?membership=${membership}`;
    const { body } = await service.call('GET', url, { token: await service.tokenOfSearch() });
    return body.restricting.party;
  };
  return { mira: await of(mira), tobin: await of(tobin) };
}

it('shows only the selected passages, under the given title', async () => {
  const { id, passages } = await note(['One', 'Two']);
  await done('POST', `${id}/show/`, { passages: [passages[0]], public_title: 'A letter' });
  expect(await texts(mira, id)).toEqual(['One']);
  expect(await titleTo(mira, id)).toBe('A letter');
});

describe('invalidation events, and revocations', () => {
  it.each(['a handout', 'a Public note'])('follow who sees what is written in %s', async (what) => {
    const { id, passages } = await note(['One', 'Two'], what === 'a handout');
    const title = what === 'a handout' ? { public_title: 'A letter' } : {};
    await reveal(id, { passages: [passages[0]], audience: to(mira), ...title });
    heard();
    const before = await watermarks();
    await rewrite(id, passages[0]!, 'Other');
    await remove(id, passages[0]!);
    expect(heard()).toEqual([only(mira), only(mira)]);
    const after = await watermarks();
    expect(after.tobin).toBe(before.tobin);
    expect(after.mira).toBeGreaterThan(before.mira);
  });

  it('follow who saw a handout that is deleted and restored', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'A letter' });
    heard();
    const before = await watermarks();
    await done('DELETE', `${id}/`);
    await done('POST', `${id}/restore/`);
    expect(heard()).toEqual([only(mira), only(mira)]);
    const after = await watermarks();
    expect(after.tobin).toBe(before.tobin);
    expect(after.mira).toBeGreaterThan(before.mira);
  });
});

describe('a title', () => {
  it('appears only for its recipients', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, { passages: [passages[0]], audience: 'party', public_title: 'A letter' });
    const before = await get(tobin, `?campaign=${campaign}`);
    heard();
    await reveal(id, { passages: [passages[1]], audience: to(mira), public_title: 'Her name' });
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['Her name', 'A letter']);
    expect((await get(tobin, `?campaign=${campaign}`)).body).toEqual(before.body);
    expect((await listed(gm, id))?.public_title).toBe('Her name');
    expect(heard()).toEqual([only(mira)]);
    await reveal(id, { passages: [passages[2]], audience: 'party' });
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['Her name', 'A letter']);
    await reveal(id, { passages: [passages[2]], audience: 'party', public_title: 'The end' });
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['The end', 'The end']);
  });

  it('that was changed alone is undone alone', async () => {
    const { id, passages } = await note(['The gate.', 'The hall.']);
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'Hers' });
    await reveal(id, { passages: [passages[1]], audience: to(tobin), public_title: 'His' });
    const act = await reveal(id, { passages: [], audience: 'party', public_title: 'All’s' });
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['All’s', 'All’s']);
    const ledger = async () =>
      (await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm })).body.entries;
    expect((await ledger())[0]).toMatchObject({ id: act, can_take_back: true });
    const seen = await texts(mira, id);
    await takeBack(id, act);
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['Hers', 'His']);
    expect((await listed(gm, id))?.public_title).toBe('His');
    // Nothing else became other by it, and it is over.
    expect(await texts(mira, id)).toEqual(seen);
    const isOver = async (one: string) =>
      (await service.call('DELETE', `/api/documents/${id}/acts/${one}/`, { as: gm })).status ===
      409;
    expect(await isOver(act)).toBe(true);
    expect((await ledger()).slice(0, 2)).toMatchObject([
      { act: 'take_back', can_take_back: false },
      { id: act, can_take_back: false },
    ]);
    // A second title replaces the first: undo restores the first.
    const first = await reveal(id, { passages: [], audience: 'party', public_title: 'One' });
    const last = await reveal(id, { passages: [], audience: 'party', public_title: 'Two' });
    expect(await isOver(first)).toBe(true);
    // A passage that is revealed again has its earlier title.
    await reveal(id, { passages: 'all', audience: 'gm' });
    await takeBack(id, last);
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'One' });
    expect(await titleTo(mira, id)).toBe('One');
  });

  it('of chosen players stays undisclosed to others by an undo', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'Hers' });
    const both = { passages, audience: to(mira, tobin), public_title: 'Theirs' };
    const act = await reveal(id, both);
    await reveal(id, { passages: [passages[0]], audience: to(tobin) });
    await takeBack(id, act);
    expect(await texts(tobin, id)).toEqual(['One']);
    expect(await titleTo(tobin, id)).toBe('Theirs');
  });

  it('for chosen players does not count as known to the others', async () => {
    const { id, passages } = await note(['The gate.', 'The hall.', 'Beneath it waits Strahd.']);
    await reveal(id, { passages: [passages[0]], audience: 'party', public_title: 'A letter' });
    const unknown = async (audience: object | string) => {
      const body = { campaign, audience, texts: ['Strahd at home'] };
      const answer = await service.call('POST', '/api/documents/spoiler-check/', { as: gm, body });
      return (answer.body.names as { name: string }[]).map(({ name }) => name);
    };
    await reveal(id, { passages: [passages[1]], audience: to(mira), public_title: 'Of Strahd' });
    expect(await unknown('party')).toEqual(['Strahd']);
    expect(await unknown(to(tobin))).toEqual(['Strahd']);
    expect(await unknown(to(mira, tobin))).toEqual(['Strahd']);
    expect(await unknown(to(mira))).toEqual([]);
    await reveal(id, { passages: [], audience: 'party', public_title: 'Strahd writes' });
    expect(await unknown('party')).toEqual([]);
  });

  it('restores the view of each viewer when it is undone', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'Hers' });
    await reveal(id, { passages: [passages[1]], audience: to(tobin), public_title: 'His' });
    const act = await reveal(id, { passages: 'all', audience: 'party', public_title: 'All’s' });
    await takeBack(id, act);
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['Hers', 'His']);
    expect([await texts(mira, id), await texts(tobin, id)]).toEqual([['One'], ['Two']]);
    await done('DELETE', `${id}/`);
    await done('POST', `${id}/restore/`);
    expect([await titleTo(mira, id), await titleTo(tobin, id)]).toEqual(['Hers', 'His']);
  });
});

describe('an undone reveal', () => {
  it('leaves no handout without a reveal, and keeps earlier handouts', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, { passages: [passages[2]], audience: to(tobin), public_title: 'A letter' });
    const { act } = await done('PATCH', `${id}/`, { is_spoilers: false });
    await reveal(id, { passages: [passages[0]], audience: to(mira) });
    await takeBack(id, act);
    expect(await listed(mira, id)).toBeUndefined();
    expect(await texts(mira, id)).toEqual([]);
    expect(await texts(tobin, id)).toEqual(['Three']);
    expect((await read(gm, id)).map((one) => one.audience)).toEqual(['gm', 'gm', 'players']);
    const [entry] = await service.uow.query<{ id: string; after: string }>(
      `SELECT l.passage_id AS id, l.class_after AS after FROM ledger_entry e JOIN ledger_passage l ON l.entry_id = e.id
        WHERE e.document_id = $1 ORDER BY e.number DESC LIMIT 1`,
      [id],
    );
    expect(entry).toEqual({ id: passages[0], after: GM_CLASS });
  });

  it('does so too where it was a show', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await done('POST', `${id}/show/`, {});
    await reveal(id, { passages: [passages[0]], audience: to(mira) });
    await done('DELETE', `${id}/show/`);
    expect(await listed(mira, id)).toBeUndefined();
    expect((await read(gm, id)).map((one) => one.audience)).toEqual(['gm', 'gm']);
  });
});

describe('who reads a handout', () => {
  it('reads it as something new once the last passage of theirs was away', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, { passages: [passages[0]], audience: 'party', public_title: 'A letter' });
    const first = (await listed(mira, id))!.created_at;
    await remove(id, passages[0]!);
    expect(await listed(mira, id)).toBeUndefined();
    const untitled = await put(id, { passages: [passages[1]], audience: 'party' });
    expect(untitled).toMatchObject({
      status: 400,
      body: { code: 'document.public_title_required' },
    });
    await reveal(id, { passages: [passages[1]], audience: 'party', public_title: 'A letter' });
    const second = (await listed(mira, id))!.created_at;
    expect(second > first).toBe(true);
    await done('DELETE', `${id}/`);
    await done('POST', `${id}/restore/`);
    expect((await listed(mira, id))!.created_at > second).toBe(true);
  });

  it('reads it as something new after it was Public, deleted and restored; and no show of before', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]], audience: 'party', public_title: 'A letter' });
    await done('PATCH', `${id}/`, { is_spoilers: false });
    await done('POST', `${id}/show/`, {});
    expect((await get(mira, 'shown/')).body).toMatchObject({ shown: { document: { id } } });
    const before = (await listed(mira, id))!.created_at;
    await done('DELETE', `${id}/`);
    await done('POST', `${id}/restore/`);
    expect((await listed(mira, id))!.created_at > before).toBe(true);
    expect(JSON.stringify((await get(mira, 'shown/')).body)).not.toContain(id);
  });
});

describe('words from elsewhere', () => {
  it('are visible only to GMs in a spoiler, for every viewer', async () => {
    const other = await note(['Known']);
    await reveal(other.id, { passages: 'all', audience: 'party', public_title: 'A letter' });
    const { id, passages } = await note(['One', 'Two']);
    await paste(id, other.passages[0]!, 'Known');
    expect((await read(gm, id)).map((one) => one.audience)).toEqual(['gm', 'gm', 'gm']);
    const untitled = await put(id, { passages: [passages[0]], audience: to(mira) });
    expect(untitled).toMatchObject({
      status: 400,
      body: { code: 'document.public_title_required' },
    });
    await reveal(id, { passages: [passages[0]], audience: to(mira), public_title: 'Hers' });
    expect(await texts(mira, id)).toEqual(['One']);
    expect(await listed(tobin, id)).toBeUndefined();
  });

  it('keep their audience within a spoiler, but give it to no new reader', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, { passages: [passages[0]], audience: 'party', public_title: 'A letter' });
    const copy = await paste(id, passages[0]!, 'Copied');
    expect((await texts(tobin, id)).toSorted()).toEqual(['Copied', 'One']);
    await remove(id, passages[0]!);
    await remove(id, copy);
    expect(await listed(tobin, id)).toBeUndefined();
    await paste(id, passages[0]!, 'One');
    expect(await listed(tobin, id)).toBeUndefined();
    expect((await read(gm, id)).map((one) => one.audience)).toEqual(['gm', 'gm', 'gm']);
  });
});

it('hides an unseen replacement file from players, but shows visible text of it', async () => {
  const page = (...words: string[]) => words.map((one) => `<p>${one}</p>`).join('');
  const file = (...words: string[]) => ({
    name: 'mill.html',
    contentType: 'text/html',
    content: page(...words),
  });
  const document = await service.upload(gm, campaign, file('One', 'Two'));
  const { id } = document;
  await service.readTexts();
  const [, two] = await read(gm, id);
  await reveal(id, { passages: [two!.id], audience: 'gm' });
  const seen = async () =>
    JSON.stringify([
      await listed(mira, id),
      (await get(mira, `news/?campaign=${campaign}`)).body,
      await read(mira, id),
    ]);
  const before = await seen();
  begin = service.hints.length;
  const { replaced } = await service.replaceFile(gm, document, file('One', 'Two', 'Three'));
  expect(await seen()).toBe(before);
  await service.readTexts();
  expect(await seen()).toBe(before);
  await done('POST', `${id}/versions/${replaced}/restore/`);
  await service.readTexts();
  expect(await seen()).toBe(before);
  expect(new Set(heard())).toEqual(new Set(['gm']));
  const { created_at } = (await listed(mira, id))!;
  await service.replaceFile(gm, document, file('Two'));
  await service.readTexts();
  expect(heard()).toContain('party');
  expect(await texts(mira, id)).toEqual([]);
  expect((await listed(mira, id))!.created_at).toBe(created_at);
});

it('is GM only in a new version if the words are the same but the link differs or is marked as secret', async () => {
  const page = (href: string, label: string) =>
    ['Hidden.', `See the [map](${href}).`, `> [!${label}]\n> A door.`].join('\n\n');
  const file = (href: string, label: string) => ({
    name: 'mill.md',
    contentType: 'text/markdown',
    content: page(href, label),
  });
  const document = await service.upload(gm, campaign, file('https://example.org/town', 'note'));
  await service.readTexts();
  const [hidden] = await read(gm, document.id);
  await reveal(document.id, { passages: [hidden!.id], audience: 'gm' });
  expect(await texts(mira, document.id)).toEqual(['See the map.', 'A door.']);
  await service.replaceFile(gm, document, file('https://example.org/traps', 'secret'));
  await service.readTexts();
  expect(await texts(mira, document.id)).toEqual([]);
  expect((await read(gm, document.id)).map((one) => one.audience)).toEqual(['gm', 'gm', 'gm']);
});

describe('text written at a hidden position and saved after its reveal', () => {
  const written = (text: string, seen_by: object | string, more: object = {}) => ({
    id: randomUUID(),
    kind: 'paragraph',
    content: { inlines: [{ text }] },
    seen_by,
    ...more,
  });
  const save = (id: string, ...changes: object[]): Promise<SavePassagesAnswer> =>
    done('PATCH', `${id}/passages/`, { changes, removed: [] });
  const gmReads = async (id: string) =>
    (await read(gm, id)).map(({ text, audience }) => `${text}: ${audience}`);
  const publish = async (id: string) => {
    await done('PATCH', `${id}/`, { is_spoilers: false });
    await service.readTexts();
  };

  it('is for GMs where it is new, and a clash where it is changed, in a note that was revealed', async () => {
    const { id, passages } = await note('The inn.');
    await publish(id);
    const added = written('Izek is her brother.', 'gm', { from: [], after: passages[0] });
    const changed = written('The inn. Izek burns it.', 'gm', { id: passages[0], base_version: 1 });
    const answer = await save(id, added, changed);
    expect(answer.kept.map((one) => one.id)).toEqual([added.id]);
    expect(answer.clashes).toMatchObject([
      { id: passages[0], shown: true, theirs: { text: 'The inn.', audience: 'party' } },
    ]);
    expect(await texts(mira, id)).toEqual(['The inn.']);
    expect(await gmReads(id)).toEqual(['The inn.: party', 'Izek is her brother.: gm']);
    // Repeating the save returns the same response; a save with the current audience succeeds.
    expect((await save(id, added, changed)).clashes).toHaveLength(1);
    await save(id, { ...changed, seen_by: 'party' });
    expect(await texts(mira, id)).toEqual(['The inn. Izek burns it.']);
  });

  it('is so too in a passage that is for more players than before', async () => {
    const { id, passages } = await note(['Mia dreamt.', 'A tower.'], false);
    await reveal(id, { passages: 'all', audience: to(mira) });
    const [first, second] = passages as [string, string];
    const change = (passage: string, seen: object | string) =>
      written('It burns.', seen, { id: passage, base_version: 1 });
    await reveal(id, { passages: [first], audience: to(mira, tobin) });
    await reveal(id, { passages: [second], audience: 'party' });
    const behind = written('And more.', to(mira), { from: [second], after: second });
    const answer = await save(id, change(first, to(mira)), change(second, to(mira)), behind);
    expect(answer.clashes.map((one) => [one.id, one.shown])).toEqual([
      [first, true],
      [second, true],
    ]);
    expect(await texts(tobin, id)).toEqual(['Mia dreamt.', 'A tower.']);
    expect((await gmReads(id)).at(-1)).toBe('And more.: players');
    await save(id, change(first, to(mira, tobin)), change(second, 'party'));
    expect(await texts(tobin, id)).toEqual(['It burns.', 'It burns.']);
  });

  it('takes the audience of its position if that is no wider, or if an older editor does not name its source', async () => {
    const { id, passages } = await note('The inn.', false);
    await save(id, written('For all.', 'party', { from: [], after: passages[0] }));
    const { seen_by: _seen, ...older } = written('As ever.', 'gm', { from: [] });
    await save(id, older);
    expect(await texts(mira, id)).toEqual(['The inn.', 'For all.', 'As ever.']);
    await reveal(id, { passages: [passages[0]], audience: to(mira) });
    const change = written('Hers.', to(mira), { id: passages[0], base_version: 1 });
    expect((await save(id, change)).clashes).toEqual([]);
    const hidden = await note('A plan.');
    await save(hidden.id, written('Later.', 'gm', { from: [] }));
    await publish(hidden.id);
    await service.readTexts();
    expect(await texts(mira, hidden.id)).toEqual(['A plan.', 'Later.']);
  });
});

describe('a link to hidden passages', () => {
  it('is words like those around it, in every block', async () => {
    const secret = await note('Strahd');
    const link = `see [Strahd](#d-${secret.id}) soon`;
    const { id } = await note(
      [link, `| A |\n| - |\n| ${link} |`, `> ${link}`, `- ${link}`, `# ${link}`],
      false,
    );
    const stretches = ({ content }: Passage): Inline[] => [
      ...(content.inlines ?? []),
      ...(content.rows ?? []).flat(2),
      ...(content.blocks ?? []).flatMap((one) => one.inlines ?? []),
    ];
    const of = (passages: Passage[]) =>
      passages.map((one) => stretches(one).filter(({ text }) => text !== 'A'));
    const words = [{ text: 'see Strahd soon' }];
    expect(of(await read(mira, id))).toEqual([words, words, words, words, words]);
    const { body } = await get(gm, `${id}/passages/`, { 'x-view-as': mira.id });
    expect(of(body.passages)).toEqual([words, words, words, words, words]);
    expect(of(await read(gm, id)).map((one) => one.length)).toEqual([3, 3, 3, 3, 3]);
  });
});

it('renumbers lists so that numbers and depths disclose no hidden item', async () => {
  const list =
    '1. first\n2. second\n   - below\n3. third\n4. fourth\n\nwords\n\n1. fifth\n2. sixth';
  const { id, passages } = await note(list, false);
  const places = async (as: TestPerson, query?: string) =>
    (await read(as, id, query)).map(({ text, depth, content }) => [
      content.marker ?? '',
      depth,
      text,
    ]);
  const stored = await places(gm);
  expect(await places(mira)).toEqual(stored);
  await reveal(id, { passages: [passages[1], passages[6]], audience: 'gm' });
  const seen = [
    ['1.', 0, 'first'],
    ['', 1, 'below'],
    ['2.', 0, 'third'],
    ['3.', 0, 'fourth'],
    ['', 0, 'words'],
    ['1.', 0, 'sixth'],
  ];
  expect(await places(mira)).toEqual(seen);
  expect(await places(mira, `after=${passages[3]}&limit=1`)).toEqual([seen[3]]);
  expect(await places(mira, 'from=2&limit=2')).toEqual(seen.slice(2, 4));
  expect(await places(gm)).toEqual(stored);
});

describe('a choice of nothing', () => {
  it.each([
    [{ passages: [], audience: 'party' }, 'Choose at least one passage.'],
    [{ passages: 'all', audience: { players: [] } }, 'Choose at least one player.'],
  ])('is refused in words: %j', async (body, sentence) => {
    const { id } = await note('One');
    const answer = await put(id, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(sentence);
  });
});

describe('text written since a change, after an undo of the change', () => {
  const kept = async (id: string, act: string) => {
    const answer = await takeBack(id, act);
    await service.app.get(PlayerTextWriter).showDue();
    return answer.kept;
  };
  const add = async (id: string, after: string, text: string) => {
    const content = { inlines: [{ text }] };
    const change = { id: randomUUID(), after, from: [], kind: 'paragraph', content };
    await done('PATCH', `${id}/passages/`, { changes: [change], removed: [] });
    return change.id;
  };
  const hideAll = async (id: string) =>
    (await done('PATCH', `${id}/`, { is_spoilers: true })).act as string;
  const canTakeBack = async (act: string) => {
    const answer = await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm });
    const entries = answer.body.entries as { id: string; can_take_back: boolean }[];
    return entries.find((one) => one.id === act)?.can_take_back;
  };

  it('in a passage that was hidden', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three'], false);
    const act = await reveal(id, { passages: passages.slice(0, 2), audience: 'gm' });
    await rewrite(id, passages[0]!, 'Strahd');
    expect(await kept(id, act)).toBe(1);
    expect(await texts(mira, id)).toEqual(['Two', 'Three']);
    expect(await canTakeBack(act)).toBe(false);
  });

  it('in the only passage, which can be undone once', async () => {
    const { id, passages } = await note(['One', 'Two'], false);
    const act = await reveal(id, { passages: [passages[0]], audience: 'gm' });
    await rewrite(id, passages[0]!, 'Strahd');
    expect(await kept(id, act)).toBe(1);
    expect(await canTakeBack(act)).toBe(false);
    expect(await texts(mira, id)).toEqual(['Two']);
  });

  it('in a passage that other players read since', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const part = { passages: [passages[0]], public_title: 'Letter' };
    await reveal(id, { ...part, audience: to(mira) });
    const act = await reveal(id, { ...part, audience: to(tobin) });
    await rewrite(id, passages[0]!, 'Strahd');
    expect(await kept(id, act)).toBe(1);
    expect([await texts(mira, id), await texts(tobin, id)]).toEqual([[], []]);
  });

  it('but not where taking back narrows, or only audiences changed since', async () => {
    const { id, passages } = await note(['One', 'Two'], false);
    const hers = await reveal(id, { passages: [passages[0]], audience: to(mira, tobin) });
    const act = await reveal(id, { passages: [passages[0]], audience: to(mira) });
    const gms = await reveal(id, { passages: [passages[1]], audience: 'gm' });
    expect(await kept(id, act)).toBe(0);
    expect(await kept(id, gms)).toBe(0);
    expect(await texts(tobin, id)).toEqual(['One', 'Two']);
    expect(await canTakeBack(hers)).toBe(false);
    const shown = await reveal(id, { passages: [passages[0]], audience: 'party' });
    await rewrite(id, passages[0]!, 'Uno');
    expect(await kept(id, shown)).toBe(0);
    expect(await texts(tobin, id)).toEqual(['Uno', 'Two']);
  });

  it('in a document that was hidden, where some is new, rewritten or a handout', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three', 'Four'], false);
    await reveal(id, { passages: [passages[2]], audience: to(mira) });
    await reveal(id, { passages: [passages[3]], audience: to(tobin) });
    const act = await hideAll(id);
    await add(id, passages[0]!, 'Strahd');
    await rewrite(id, passages[1]!, 'The vampire');
    await rewrite(id, passages[2]!, 'His tomb');
    expect(await kept(id, act)).toBe(3);
    expect([await texts(mira, id), await texts(tobin, id)]).toEqual([['One'], ['One', 'Four']]);
    expect(await texts(gm, id)).toHaveLength(5);
  });

  it('in a handout that was hidden wholly', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages, audience: 'party', public_title: 'Letter' });
    const act = await hideAll(id);
    await rewrite(id, passages[0]!, 'Strahd');
    expect(await kept(id, act)).toBe(1);
    expect(await texts(mira, id)).toEqual(['Two']);
  });

  it('in a file that another one replaced', async () => {
    const file = (words: string) => ({
      name: 'm.md',
      contentType: 'text/markdown',
      content: `One here\n\nTwo stands there.\n\n${words}\n\nFour`,
    });
    const document = await service.upload(gm, campaign, file('The count sits in the hall.'));
    await service.readTexts();
    const passages = (await read(gm, document.id)).map((one) => one.id);
    const act = await reveal(document.id, { passages: passages.slice(1, 3), audience: 'gm' });
    const others = 'The count sits in the crypt.';
    await service.replaceFile(gm, document, file(others));
    await service.readTexts();
    expect((await read(gm, document.id)).map((one) => one.id)).toEqual(passages);
    expect(await kept(document.id, act)).toBe(1);
    expect(await texts(mira, document.id)).toEqual(['One here', 'Two stands there.', 'Four']);
  });

  it('and gives all of a file back that was read after it was hidden', async () => {
    const document = await service.upload(gm, campaign, {
      name: 'm.md',
      contentType: 'text/markdown',
      content: 'One\n\nTwo',
    });
    const act = await hideAll(document.id);
    await service.readTexts();
    expect(await kept(document.id, act)).toBe(0);
    expect(await texts(mira, document.id)).toEqual(['One', 'Two']);
  });
});

describe('a title with a change while it was hidden', () => {
  const asked = (title: string) => ({
    status: 409,
    body: { code: 'document.renamed_meanwhile', title: [title] },
  });
  const patch = (id: string, body: object) =>
    service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
  const back = (id: string, act: string, seen?: string) =>
    service.call(
      'DELETE',
      `/api/documents/${id}/acts/${act}/${seen === undefined ? '' : `?${new URLSearchParams({ seen_title: seen })}`}`,
      { as: gm },
    );
  const hide = async (id: string) => (await done('PATCH', `${id}/`, { is_spoilers: true })).act;
  const rename = (id: string, original_filename: string) =>
    done('PATCH', `${id}/`, { original_filename });

  it('stays hidden after an undo, until its GM names it', async () => {
    const { id } = await note('One', false);
    const act = await hide(id);
    await rename(id, 'Strahd’s tomb');
    begin = service.hints.length;
    expect(await back(id, act)).toMatchObject(asked('Strahd’s tomb'));
    expect(await back(id, act, 'The true name')).toMatchObject(asked('Strahd’s tomb'));
    expect([await listed(mira, id), heard()]).toEqual([undefined, []]);
    expect((await back(id, act, 'Strahd’s tomb')).status).toBe(200);
    expect(await titleTo(mira, id)).toBe('Strahd’s tomb');
  });

  it('is restored if players had it before', async () => {
    const { id } = await note('One', false);
    await rename(id, 'The mill');
    const act = await hide(id);
    await rename(id, 'Strahd’s tomb');
    await rename(id, 'The mill');
    expect((await back(id, act)).status).toBe(200);
    expect(await titleTo(mira, id)).toBe('The mill');
    // Hidden and renamed by one call it was not called so before.
    const other = await done('PATCH', `${id}/`, { is_spoilers: true, original_filename: 'Tomb' });
    expect(await back(id, other.act)).toMatchObject(asked('Tomb'));
  });

  it('is shown by no reveal or show of a GM who has not seen it', async () => {
    const { id } = await note('One');
    await rename(id, 'Strahd’s tomb');
    const seen_title = 'The true name';
    const show = (body: object) =>
      service.call('POST', `/api/documents/${id}/show/`, { as: gm, body });
    expect(await patch(id, { is_spoilers: false, seen_title })).toMatchObject(
      asked('Strahd’s tomb'),
    );
    expect(await show({ seen_title })).toMatchObject(asked('Strahd’s tomb'));
    expect(await listed(mira, id)).toBeUndefined();
    // A GM who sets the title with the reveal knows it.
    const named = { is_spoilers: false, original_filename: 'The mill', seen_title };
    expect((await patch(id, named)).status).toBe(200);
    expect(await titleTo(mira, id)).toBe('The mill');
    await hide(id);
    expect((await show({ seen_title: 'The mill' })).status).toBe(200);
    await hide(id);
    // Clients need not say which title they showed.
    expect((await patch(id, { is_spoilers: false })).status).toBe(200);
  });

  it('is not kept for players where it was written for GMs', async () => {
    const { id, passages } = await note('One');
    await done('PATCH', `${id}/`, { is_spoilers: false });
    const renamed = { original_filename: 'Strahd’s tomb', title_seen_by: 'gm' };
    expect(await patch(id, renamed)).toMatchObject({
      status: 409,
      body: { code: 'document.revealed_meanwhile' },
    });
    const change = { id: passages[0], kind: 'paragraph', base_version: 1, seen_by: 'party' };
    const answer: SavePassagesAnswer = await done('PATCH', `${id}/passages/`, {
      changes: [{ ...change, content: { inlines: [{ text: 'Two' }] } }],
      title: 'Strahd’s tomb',
      title_seen_by: 'gm',
    });
    expect(answer).toMatchObject({ clashes: [], title_clash: { theirs: 'The true name' } });
    expect([await titleTo(mira, id), await texts(mira, id)]).toEqual(['The true name', ['Two']]);
    const same = { title: 'The true name', title_seen_by: 'gm' };
    expect(await done('PATCH', `${id}/passages/`, same)).not.toHaveProperty('title_clash');
    await done('PATCH', `${id}/passages/`, { title: 'The mill', title_seen_by: 'party' });
    expect(await titleTo(mira, id)).toBe('The mill');
    const hidden = await note('One');
    await done('PATCH', `${hidden.id}/`, renamed);
    expect(await titleTo(gm, hidden.id)).toBe('Strahd’s tomb');
  });
});
