import { randomUUID } from 'node:crypto';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import {
  RECAP_LIMITS,
  type EditedPassage,
  type LedgerAnswer,
  type Passage,
  type RecapSource,
} from '@tomekeeper/contracts-document';
import { eventually, type Method, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

const RECAPS = '/api/documents/recaps/';
const NOTES = '/api/documents/notes/';
const HEADING = 'Previously on…';

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, mira: TestPerson, tobin: TestPerson, stranger: TestPerson;
let campaign: string;
/** Start of the session. */
let began: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, mira, tobin, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Mira', 'Tobin', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin], [coGm]);
  began = await now();
});

/** Time of the database, which is the time of the ledger. */
async function now(): Promise<string> {
  const [row] = await service.uow.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return row!.at.toISOString();
}

async function call(method: Method, url: string, body?: object, as = owner) {
  const answer = await service.call(method, url, { as, body });
  expect([url, answer.status, answer.status < 300 || answer.body]).toEqual([
    url,
    expect.any(Number),
    true,
  ]);
  return answer.body;
}

interface Note {
  id: string;
  passages: string[];
}

/** A note of one passage per text. */
async function note(texts: string[], more: object = {}, as = owner): Promise<Note> {
  const body = { campaign, title: 'A letter', markdown: texts.join('\n\n'), ...more };
  const { id } = await call('POST', NOTES, body, as);
  return { id, passages: (await read(id, as))!.map((one) => one.id) };
}
const publicNote = (...texts: string[]) => note(texts, { is_spoilers: false });
const reveal = (id: string, passages: string[], audience: object | string, more: object = {}) =>
  call('PUT', `/api/documents/${id}/audience/`, {
    ...{ passages, audience, public_title: 'A name' },
    ...more,
  });
const patch = (id: string, body: object) => call('PATCH', `/api/documents/${id}/`, body);
const undo = (id: string, act: string) => call('DELETE', `/api/documents/${id}/acts/${act}/`);

/** Undefined without the document. Players get the text of a revealed document once it is written for them. */
async function read(id: string, as: TestPerson): Promise<Passage[] | undefined> {
  await service.readTexts();
  const { status, body } = await service.call('GET', `/api/documents/${id}/passages/?limit=500`, {
    as,
  });
  return status === 404 ? undefined : (body.passages as Passage[]);
}
const texts = async (id: string, as = owner) => (await read(id, as))?.map(({ text }) => text);

const recap = (more: object = {}): Promise<{ id: string }> =>
  call('POST', RECAPS, { campaign, title: 'Session 12: recap', from: began, ...more });
async function publishedRecap(): Promise<{ id: string }> {
  const made = await recap();
  await patch(made.id, { is_spoilers: false });
  return made;
}
const sources = async (id: string): Promise<RecapSource[]> =>
  (await call('GET', `${RECAPS}${id}/sources/`)).sources;

async function editing(id: string): Promise<EditedPassage[]> {
  return (await call('GET', `/api/documents/${id}/editing/`)).passages;
}
const save = (id: string, body: object) => call('PATCH', `/api/documents/${id}/passages/`, body);
/** Replaces the text of a passage. */
async function edit(id: string, passage: string, text: string, more: object = {}) {
  const { version } = (await editing(id)).find((one) => one.id === passage)!;
  const content = { inlines: [{ text }] };
  const change = { id: passage, kind: 'paragraph', content, base_version: version, ...more };
  await save(id, { changes: [change] });
}
async function remove(id: string, passage: string) {
  const { version } = (await editing(id)).find((one) => one.id === passage)!;
  await save(id, { removed: [{ id: passage, base_version: version }] });
}

describe('a new recap', () => {
  it('has a sentence for each passage that the party got to see in the session, in order of time', async () => {
    const before = await publicNote('Long known.');
    const castle = await note(['# Castle', 'The gate is open. Odo waits.', '- A key', 'A grave.']);
    const village = await note(['The inn burns.']);
    began = await now();
    await reveal(castle.id, [castle.passages[3]!], 'party');
    await patch(village.id, { is_spoilers: false });
    await publicNote('A note of the GM.');
    await note(['A note of Mira. And more.'], { author_audience: 'party' }, mira);
    await reveal(castle.id, castle.passages.slice(0, 3), 'party');
    await patch(before.id, { pinned: true });
    const { id } = await recap();
    expect(await texts(id)).toEqual([
      HEADING,
      ...['A grave.', 'The inn burns.', 'A note of the GM.', 'A note of Mira.'],
      ...['The gate is open.', 'A key'],
    ]);
    expect(await read(id, mira)).toBeUndefined();
    await patch(id, { is_spoilers: false });
    expect(await texts(id, tobin)).toEqual(await texts(id));
    const kinds = new Set((await editing(id)).slice(1).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['paragraph']);
  });

  it('leaves out passages that were hidden again, or became visible before or after the session', async () => {
    const inn = await note(['Before.', 'In it.', 'Hidden again.', 'After.', 'Never.']);
    const [early, during, again, late] = inn.passages as [string, string, string, string];
    await reveal(inn.id, [early], 'party');
    began = await now();
    await reveal(inn.id, [during, again], 'party');
    await reveal(inn.id, [again], 'gm');
    const until = await now();
    await reveal(inn.id, [late], 'party');
    const { id } = await recap({ until });
    expect(await texts(id)).toEqual([HEADING, 'In it.']);
    // A passage that was revealed again later is new to players since then.
    await reveal(inn.id, [during], 'gm');
    await reveal(inn.id, [during], 'party');
    expect(await texts((await recap({ until })).id)).toHaveLength(2);
    expect(await texts((await recap({ until })).id)).not.toContain('In it.');
  });

  it('keeps passages of chosen players, and notes for GMs, from the party version', async () => {
    const inn = await note(['For all.', 'For Mira.', 'For GMs.']);
    const [all, some] = inn.passages as [string, string];
    await reveal(inn.id, [some], { players: [mira.id] });
    await reveal(inn.id, [all], 'party');
    await note(['A note for the GMs.'], { author_audience: 'gms' }, mira);
    await note(['A private note.'], { author_audience: 'private' }, mira);
    const { id } = await publishedRecap();
    expect(await texts(id)).toEqual([
      ...[HEADING, 'For Mira.', 'For all.'],
      ...['For game masters', 'A letter'],
    ]);
    for (const player of [mira, tobin])
      expect(await texts(id, player)).toEqual([HEADING, 'For all.']);
  });

  it('ends with the checklist and the notes for GMs, which stay GM only in a published recap', async () => {
    await note(['Before the session.'], { title: 'Early' });
    began = await now();
    await publicNote('The gate is open.');
    const scenes = await note(['Scenes.'], { title: 'Scenes' });
    await note(['Private.'], { title: 'Diary', author_audience: 'private' }, mira);
    const handout = await note(['Shown.'], { title: 'Handout' });
    await reveal(handout.id, handout.passages, { players: [tobin.id] });
    await patch(handout.id, { is_spoilers: true });
    const checklist = [
      { text: 'Print the letter', done: true },
      { text: 'Where is the key?', done: false },
    ];
    const { id } = await recap({ checklist });
    const party = [HEADING, 'The gate is open.'];
    expect(await texts(id)).toEqual([
      ...[...party, 'For game masters', '☑ Print the letter', '☐ Where is the key?'],
      ...['Scenes', 'Handout'],
    ]);
    const link = (await editing(id)).find(({ text }) => text === 'Scenes');
    expect(link!.content.inlines).toEqual([{ text: 'Scenes', href: `#d-${scenes.id}` }]);
    await patch(id, { is_spoilers: false });
    for (const player of [mira, tobin]) expect(await texts(id, player)).toEqual(party);
    await patch(id, { is_spoilers: true });
    await patch(id, { is_spoilers: false });
    expect(await texts(id, mira)).toEqual(party);
  });

  it('takes a checklist within the limits of sessions', async () => {
    const item = { text: 'Key', done: false };
    for (const checklist of [
      Array.from({ length: RECAP_LIMITS.checklistItems + 1 }, () => item),
      [{ ...item, text: 'x'.repeat(RECAP_LIMITS.checklistText + 1) }],
      [{ text: 'Key' }],
      [{ text: '', done: true }],
      'Key',
    ])
      expect(
        await service.call('POST', RECAPS, {
          as: owner,
          body: { campaign, title: 'Recap', from: began, checklist },
        }),
      ).toMatchObject({ status: 400 });
    const items = Array.from({ length: RECAP_LIMITS.checklistItems }, () => ({
      text: 'x'.repeat(RECAP_LIMITS.checklistText),
      done: false,
    }));
    expect(await texts((await recap({ checklist: items })).id)).toHaveLength(items.length + 3);
  });

  it('is a note with a GM-only hint if nothing was revealed', async () => {
    const { id } = await publishedRecap();
    expect(await texts(id)).toEqual([HEADING, expect.stringContaining('Nothing was revealed')]);
    expect(await texts(id, mira)).toEqual([HEADING]);
    expect(await sources(id)).toEqual([]);
  });

  it('has bounds that content for some players does not use up', async () => {
    const many = (word: string) => Array.from({ length: 12 }, (_, at) => `${word} ${at}.`);
    const secret = await note(many('For Mira'));
    for (const one of secret.passages) await reveal(secret.id, [one], { players: [mira.id] });
    await publicNote(...many('Together'));
    const inn = await note(
      Array.from({ length: RECAP_LIMITS.sentences }, (_, at) => `Line ${at}.`),
    );
    for (const one of inn.passages) await reveal(inn.id, [one], 'party');
    await publicNote(`${'word '.repeat(200)}.`);
    const { id } = await recap();
    const written = (await texts(id))!.slice(1);
    expect(written).toHaveLength(RECAP_LIMITS.sentences);
    expect(written.filter((one) => one.startsWith('Together'))).toHaveLength(
      RECAP_LIMITS.perReveal,
    );
    expect(written.filter((one) => one.startsWith('For Mira'))).toEqual([]);
    expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(
      RECAP_LIMITS.sentenceLength,
    );
  });

  it('quotes a passage once, also if a handout contains it, and no other recap', async () => {
    const inn = await note(['Shown twice.']);
    await reveal(inn.id, inn.passages, 'party');
    await reveal(inn.id, inn.passages, 'party', { handout: 'new' });
    const { id } = await publishedRecap();
    expect(await texts(id)).toEqual([HEADING, 'Shown twice.']);
    expect(await sources(id)).toEqual([
      {
        ...{ passage: expect.any(String), is_public: true },
        ...{ document: inn.id, source: inn.passages[0] },
      },
    ]);
    expect(await texts((await recap()).id)).toEqual([HEADING, 'Shown twice.']);
  });

  it('is created once with a key, also by concurrent requests', async () => {
    await publicNote('The gate is open.');
    const idempotency_key = randomUUID();
    const [one, other] = await Promise.all([
      recap({ idempotency_key }),
      recap({ idempotency_key }),
    ]);
    expect(one.id).toBe(other.id);
    expect((await recap()).id).not.toBe(one.id);
    expect(await sources(one.id)).toHaveLength(1);
  });

  it('needs a time span in order', async () => {
    const body = { campaign, title: 'Recap', from: began };
    for (const until of [began, '2020-01-01T00:00:00Z', 'soon'])
      expect(
        await service.call('POST', RECAPS, { as: owner, body: { ...body, until } }),
      ).toMatchObject({ status: 400 });
  });

  it('and its sources are for GMs', async () => {
    const made = await publishedRecap();
    const body = { campaign, title: 'Recap', from: began };
    for (const [as, created, listed] of [
      [coGm, 201, 200],
      [mira, 403, 403],
      [stranger, 404, 404],
    ] as const) {
      const answer = await service.call('POST', RECAPS, { as, body });
      expect(answer.status).toBe(created);
      const url = `${RECAPS}${made.id}/sources/`;
      expect((await service.call('GET', url, { as })).status).toBe(listed);
    }
  });
});

describe('hiding a source', () => {
  /** A published recap with a sentence of a Public note, and another one. */
  async function scene() {
    const inn = await publicNote('The innkeeper lies.', 'It rains.');
    const other = await publicNote('The sun rises.');
    const made = await publishedRecap();
    expect(await texts(made.id, mira)).toEqual([
      ...[HEADING, 'The innkeeper lies.', 'It rains.', 'The sun rises.'],
    ]);
    const [, sentence] = (await read(made.id, owner))!.map(({ id }) => id);
    return { inn, lie: inn.passages[0]!, recap: made.id, sentence: sentence!, other };
  }
  const LEFT = [HEADING, 'It rains.', 'The sun rises.'];

  it.each<[string, (of: Awaited<ReturnType<typeof scene>>) => Promise<unknown>, string[]]>([
    ['of the passage', ({ inn, lie }) => reveal(inn.id, [lie], 'gm'), LEFT],
    ['for all but some', ({ inn, lie }) => reveal(inn.id, [lie], { players: [mira.id] }), LEFT],
    ['of the document', ({ inn }) => patch(inn.id, { is_spoilers: true }), [HEADING, LEFT[2]!]],
    ['by deletion', ({ inn }) => call('DELETE', `/api/documents/${inn.id}/`), [HEADING, LEFT[2]!]],
    ['by an edit', ({ inn, lie }) => remove(inn.id, lie), LEFT],
    [
      'by secret markup',
      ({ inn, lie }) =>
        edit(inn.id, lie, '', {
          kind: 'callout',
          content: {
            label: 'secret',
            blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'He lies.' }] }],
          },
        }),
      LEFT,
    ],
  ])('hides its sentence in the same transaction: %s', async (_, hide, left) => {
    const of = await scene();
    const hints = service.hints.length;
    await hide(of);
    for (const player of [mira, tobin]) expect(await texts(of.recap, player)).toEqual(left);
    expect(await texts(of.recap)).toHaveLength(4);
    await eventually(() =>
      Promise.resolve(
        service.hints.slice(hints).some(({ id, to }) => id === of.recap && to === 'party'),
      ),
    );
    const { entries } = (await call('GET', `/api/campaigns/${campaign}/ledger/`)) as LedgerAnswer;
    expect(entries!.find((one) => one.document === of.recap)).toMatchObject({
      ...{ act: 'hide', audience: 'gm' },
    });
  });

  it('records who hid it, and the change in the feed', async () => {
    const of = await scene();
    const change = () =>
      service.uow.query<{ number: number }>(
        `SELECT number::int AS number, (SELECT max(r.number)::int FROM revocation r WHERE r.campaign_id = $2) AS revoked
           FROM campaign_change WHERE document_id = $1`,
        [of.recap, campaign],
      );
    await call(
      'PUT',
      `/api/documents/${of.inn.id}/audience/`,
      { passages: [of.lie], audience: 'gm' },
      coGm,
    );
    const [after] = (await change()) as [{ number: number; revoked: number }];
    expect(after.revoked).toBe(after.number);
    const [entry] = await service.uow.query(
      `SELECT actor, act FROM ledger_entry WHERE document_id = $1 ORDER BY number DESC LIMIT 1`,
      [of.recap],
    );
    expect(entry).toEqual({ actor: coGm.id, act: 'hide' });
  });

  it('lasts until a GM reveals the sentence, and hides it again later', async () => {
    const of = await scene();
    const isSeen = async () => (await texts(of.recap, tobin))!.includes('The innkeeper lies.');
    const { act } = await reveal(of.inn.id, [of.lie], 'gm');
    expect(await isSeen()).toBe(false);
    await undo(of.inn.id, act);
    expect(await texts(of.inn.id, tobin)).toContain('The innkeeper lies.');
    expect(await isSeen()).toBe(false);
    await patch(of.recap, { is_spoilers: true });
    await patch(of.recap, { is_spoilers: false });
    expect(await isSeen()).toBe(false);
    await reveal(of.recap, [of.sentence], 'party');
    expect(await isSeen()).toBe(true);
    await patch(of.inn.id, { is_spoilers: true });
    expect(await isSeen()).toBe(false);
    // A GM may reveal the sentence of a hidden source; changes elsewhere in the source do not hide it again.
    await reveal(of.recap, [of.sentence], 'party');
    await edit(of.inn.id, of.inn.passages[1]!, 'It pours.');
    await edit(of.inn.id, of.lie, 'He lies always.');
    expect(await isSeen()).toBe(true);
  });

  it('is undone for the sentence alone by the undo of its ledger entry', async () => {
    const of = await scene();
    await reveal(of.inn.id, [of.lie], 'gm');
    const { entries } = (await call('GET', `/api/campaigns/${campaign}/ledger/`)) as LedgerAnswer;
    const entry = entries!.find((one) => one.document === of.recap)!;
    await undo(of.recap, entry.id);
    expect(await texts(of.recap, mira)).toContain('The innkeeper lies.');
    expect(await texts(of.inn.id, mira)).not.toContain('The innkeeper lies.');
  });

  it('hides the sentence of a draft, so that publishing does not show it', async () => {
    const inn = await publicNote('The innkeeper lies.', 'It rains.');
    const { id } = await recap();
    await reveal(inn.id, [inn.passages[0]!], 'gm');
    await patch(id, { is_spoilers: false });
    expect(await texts(id, mira)).toEqual([HEADING, 'It rains.']);
  });

  it('by undo of a reveal hides the sentence', async () => {
    const inn = await note(['The innkeeper lies.', 'It rains.']);
    const { act } = await reveal(inn.id, [inn.passages[0]!], 'party');
    await reveal(inn.id, [inn.passages[1]!], 'party');
    const { id } = await publishedRecap();
    await undo(inn.id, act);
    expect(await texts(id, mira)).toEqual([HEADING, 'It rains.']);
  });

  it('in a handout hides the sentence, also in the handouts of the recap', async () => {
    const inn = await note(['The innkeeper lies.', 'It rains.']);
    const { handout } = await reveal(inn.id, inn.passages, 'party', { handout: 'new' });
    const { id } = await recap();
    const [, sentence, rain] = (await read(id, owner))!.map((one) => one.id) as [
      string,
      string,
      string,
    ];
    const { handout: copy } = await reveal(id, [sentence, rain], 'party', { handout: 'new' });
    await reveal(id, [sentence, rain], 'party');
    expect(await texts(copy, mira)).toEqual(['The innkeeper lies.', 'It rains.']);
    await reveal(inn.id, [inn.passages[0]!], 'gm', { handout });
    for (const one of [id, copy]) expect(await texts(one, mira)).toEqual(['It rains.']);
    expect(await texts(handout, mira)).toEqual(['It rains.']);
  });

  it('of a player hides the sentence, without naming a private note to GMs', async () => {
    const diary = await note(['Mira was there.'], { author_audience: 'party' }, mira);
    const { id } = await publishedRecap();
    expect(await sources(id)).toMatchObject([{ document: diary.id, is_public: true }]);
    for (const [author_audience, document] of [
      ['gms', diary.id],
      ['private', null],
    ] as const) {
      await call('PUT', `${NOTES}${diary.id}/audience/`, { author_audience }, mira);
      expect(await texts(id, tobin)).toEqual([HEADING]);
      expect(await sources(id)).toMatchObject([{ document, is_public: false }]);
    }
  });

  it('hides an edited and a split sentence, and no sentence of a GM', async () => {
    const of = await scene();
    await edit(of.recap, of.sentence, 'He lies');
    const [half, typed] = [randomUUID(), randomUUID()];
    const paragraph = (id: string, text: string, from: string[]) => ({
      ...{ id, from, after: of.sentence, kind: 'paragraph', content: { inlines: [{ text }] } },
    });
    await save(of.recap, {
      changes: [paragraph(half, 'to everyone.', [of.sentence]), paragraph(typed, 'Typed.', [])],
    });
    expect(await texts(of.recap, mira)).toEqual([
      ...[HEADING, 'He lies', 'Typed.', 'to everyone.', 'It rains.', 'The sun rises.'],
    ]);
    expect((await sources(of.recap)).map(({ source }) => source)).toEqual([
      ...[of.lie, of.lie, of.inn.passages[1], of.other.passages[0]],
    ]);
    await reveal(of.inn.id, [of.lie], 'gm');
    expect(await texts(of.recap, mira)).toEqual([HEADING, 'Typed.', 'It rains.', 'The sun rises.']);
  });

  it('whose words an edit removes, or moves into another passage, hides the sentence', async () => {
    const of = await scene();
    await edit(of.inn.id, of.lie, 'The innkeeper lies. So says Odo.');
    expect(await texts(of.recap, mira)).toContain('The innkeeper lies.');
    await edit(of.inn.id, of.lie, 'So says Odo.');
    expect(await texts(of.recap, mira)).toEqual(LEFT);
    await edit(of.inn.id, of.lie, 'The innkeeper lies.');
    expect(await texts(of.recap, mira)).toEqual(LEFT);
    expect(await texts(of.recap)).toContain('The innkeeper lies.');
  });

  it('that is deleted permanently keeps a deleted sentence hidden', async () => {
    const of = await scene();
    const { version, content } = (await editing(of.recap)).find(({ id }) => id === of.sentence)!;
    await save(of.recap, { removed: [{ id: of.sentence, base_version: version }] });
    await call('DELETE', `/api/documents/${of.inn.id}/`);
    await call('DELETE', `/api/documents/trash/${of.inn.id}/`);
    const back = { id: of.sentence, kind: 'paragraph', content, after: null };
    await save(of.recap, { changes: [{ ...back, from: [], undo_to: version }] });
    expect(await texts(of.recap, mira)).not.toContain('The innkeeper lies.');
  });

  it('hides a sentence that was deleted meanwhile, when it is restored', async () => {
    const of = await scene();
    const { version, content } = (await editing(of.recap)).find(({ id }) => id === of.sentence)!;
    await save(of.recap, { removed: [{ id: of.sentence, base_version: version }] });
    await reveal(of.inn.id, [of.lie], 'gm');
    const back = { id: of.sentence, kind: 'paragraph', content, after: null };
    await save(of.recap, { changes: [{ ...back, from: [], undo_to: version }] });
    expect(await texts(of.recap, mira)).toEqual(LEFT);
    expect(await texts(of.recap)).toContain('The innkeeper lies.');
    const moved = { ...back, id: randomUUID(), from: [of.sentence] };
    await remove(of.recap, of.sentence);
    await save(of.recap, { changes: [moved] });
    expect(await texts(of.recap, mira)).toEqual(LEFT);
  });

  it('hides the sentence of a recap in the trash', async () => {
    const of = await scene();
    await call('DELETE', `/api/documents/${of.recap}/`);
    await reveal(of.inn.id, [of.lie], 'gm');
    await call('POST', `/api/documents/${of.recap}/restore/`);
    expect(await texts(of.recap, mira)).toEqual(LEFT);
  });

  it('by another version of a file hides sentences whose passages are gone', async () => {
    const file = { name: 'news.md', contentType: 'text/markdown' };
    const news = await service.upload(owner, campaign, {
      ...{ ...file, content: 'The king is dead.\n\nThe queen reigns.' },
    });
    await service.readTexts();
    const { id } = await publishedRecap();
    const sentences = [HEADING, 'The king is dead.', 'The queen reigns.'];
    expect(await texts(id, mira)).toEqual(sentences);
    await service.replaceFile(owner, news, { ...file, content: 'The queen reigns.' });
    await service.readTexts();
    expect(await texts(id, mira)).toEqual([HEADING, 'The queen reigns.']);
  });

  it('and a save of the recap at the same time do not show the sentence', async () => {
    const of = await scene();
    await Promise.all([
      reveal(of.inn.id, [of.lie], 'gm'),
      edit(of.recap, of.sentence, 'He lies.').catch(() => undefined),
      ...[1, 2, 3].map((at) => save(of.recap, { title: `Recap ${at}` })),
    ]);
    expect(await texts(of.recap, mira)).toEqual(LEFT);
  });
});

describe('the recap of a session', () => {
  const get = (as: TestPerson, more: object = {}, headers = {}) =>
    service.call('GET', `${RECAPS}?${new URLSearchParams({ campaign, from: began, ...more })}`, {
      ...{ as, headers },
    });
  const NONE = { recap: null };
  const found = async (as: TestPerson, more: object = {}) => {
    const { status, body } = await get(as, more);
    expect(status).toBe(200);
    return body;
  };

  it('is found by the start of the session, by viewers of the recap only', async () => {
    expect(await found(mira)).toEqual(NONE);
    const inn = await publicNote('The gate is open.');
    const { id } = await recap();
    const own = { recap: { id, title: 'Session 12: recap' } };
    for (const player of [mira, tobin]) expect(await found(player)).toEqual(NONE);
    for (const gm of [owner, coGm]) expect(await found(gm)).toEqual(own);
    await patch(id, { is_spoilers: false });
    for (const member of [mira, tobin, owner]) expect(await found(member)).toEqual(own);
    const inSummer = `${new Date(Date.parse(began) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    expect(await found(mira, { from: inSummer })).toEqual(own);
    const from = new Date(Date.parse(began) + 1).toISOString();
    expect(await found(mira, { from })).toEqual(NONE);
    await patch(inn.id, { is_spoilers: true });
    expect(await found(mira)).toEqual(own);
    await patch(id, { is_spoilers: true });
    expect(await found(mira)).toEqual(NONE);
    await patch(id, { is_spoilers: false });
    expect(await found(mira)).toEqual(own);
    await call('DELETE', `/api/documents/${id}/`);
    for (const member of [mira, owner]) expect(await found(member)).toEqual(NONE);
  });

  it('is the latest to become visible, or its handout', async () => {
    const first = await publishedRecap();
    const second = await recap();
    expect(await found(mira)).toMatchObject({ recap: { id: first.id } });
    const [heading] = (await read(second.id, owner))!.map((one) => one.id);
    const { handout } = await reveal(
      second.id,
      [heading!],
      { players: [mira.id] },
      { handout: 'new' },
    );
    expect(await found(mira)).toEqual({ recap: { id: handout, title: 'A name' } });
    expect(await found(tobin)).toMatchObject({ recap: { id: first.id } });
    expect(await found(owner)).toMatchObject({ recap: { id: second.id } });
    const asMira = await get(owner, {}, { 'x-view-as': mira.id });
    expect(asMira.body).toEqual(await found(mira));
    const asParty = await get(owner, {}, { 'x-view-as': 'party' });
    expect(asParty.body).toEqual(await found(tobin));
  });

  it('is for members, and needs the start of a session', async () => {
    await publishedRecap();
    expect((await get(stranger)).status).toBe(404);
    for (const from of ['soon', '', '2026-11-01'])
      expect(await get(mira, { from })).toMatchObject({
        status: 400,
        body: { detail: 'from must be a date and time.' },
      });
    const url = `${RECAPS}?campaign=${campaign}`;
    expect((await service.call('GET', url, { as: mira })).status).toBe(400);
  });
});

describe('rows of recaps', () => {
  const rows = async () =>
    Promise.all(
      ['recap', 'recap_source'].map(
        async (table) =>
          (await service.uow.query(`SELECT 1 FROM ${table} WHERE campaign_id = $1`, [campaign]))
            .length,
      ),
    );
  const purge = async (id: string) => {
    await call('DELETE', `/api/documents/${id}/`);
    await call('DELETE', `/api/documents/trash/${id}/`);
  };

  it('end with the recap, with the source and with the campaign', async () => {
    const inn = await publicNote('The innkeeper lies.');
    await publicNote('It rains.');
    const { id } = await publishedRecap();
    await recap();
    expect(await rows()).toEqual([2, 4]);
    await purge(inn.id);
    expect(await rows()).toEqual([2, 2]);
    await purge(id);
    expect(await rows()).toEqual([1, 1]);
    service.deleteCampaign(campaign);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rows()).join() === '0,0');
  });
});
