import { randomUUID } from 'node:crypto';
import { AUDIENCE_LIMITS, type SetAudienceRequest } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { lockDocument } from '../src/passages/invalidation-events';
import { RevealedImages } from '../src/sharing/reveals/revealed-images';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

const SOURCE = 'The true name of Strahd';

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let ben: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, mia, ben] = (await Promise.all(
    ['Gm', 'Mia', 'Ben'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [mia, ben]);
});

interface Read {
  id: string;
  text: string;
  content: { inlines?: { text: string; href?: string }[] };
  audience?: string;
  players?: string[];
}

async function note(words: string[], { spoilers = true, title = SOURCE } = {}) {
  const made = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title, is_spoilers: spoilers, markdown: words.join('\n\n') },
  });
  expect(made.status).toBe(201);
  const id = made.body.id as string;
  return { id, passages: (await read(gm, id))!.map((one) => one.id) };
}

async function read(as: TestPerson, id: string, viewAs?: string): Promise<Read[] | undefined> {
  const headers: Record<string, string> = viewAs ? { 'x-view-as': viewAs } : {};
  const { status, body } = await service.call('GET', `/api/documents/${id}/passages/?limit=500`, {
    as,
    headers,
  });
  return status === 404 ? undefined : body.passages;
}
const texts = async (as: TestPerson, id: string) => (await read(as, id))?.map(({ text }) => text);
const listed = async (as: TestPerson) =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body as {
    id: string;
    title: string;
    category?: string;
  }[];
const titles = async (as: TestPerson) => (await listed(as)).map(({ title }) => title).sort();
const put = (id: string, body: SetAudienceRequest | object, as = gm) =>
  service.call('PUT', `/api/documents/${id}/audience/`, { as, body });
async function reveal(id: string, body: object) {
  const answer = await put(id, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { act: string; changed: number; passages: string[]; handout: string };
}
const undo = async (id: string, act: string) =>
  expect(
    await service.call('DELETE', `/api/documents/${id}/acts/${act}/`, { as: gm }),
  ).toMatchObject({ status: 200 });
const handouts = async (id: string) =>
  (await service.call('GET', `/api/documents/${id}/handouts/`, { as: gm })).body.handouts as {
    id: string;
    title: string;
  }[];
const entries = async () =>
  (await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm })).body.entries;
const passageNamed = (passages: string[], at: number) => passages[at]!;

/** Two handouts of one source: a letter for Mia, and a map for the party. */
async function twoHandouts() {
  const source = await note(['The letter', 'The map', 'The murderer']);
  const [letter, map] = [passageNamed(source.passages, 0), passageNamed(source.passages, 1)];
  const forMia = await reveal(source.id, {
    ...{ passages: [letter], audience: { players: [mia.id] }, public_title: 'A letter' },
    handout: 'new',
  });
  const forParty = await reveal(source.id, {
    ...{ passages: [map], audience: 'party', public_title: 'A map', handout: 'new' },
  });
  return { source, letter, map, forMia, forParty };
}

describe('handouts of one source', () => {
  it('are documents with their own ids and titles for their readers', async () => {
    const { source, forMia, forParty, letter } = await twoHandouts();
    expect(forMia).toMatchObject({ changed: 1, passages: [letter] });
    expect(new Set([source.id, forMia.handout, forParty.handout]).size).toBe(3);
    expect(await titles(mia)).toEqual(['A letter', 'A map']);
    expect(await titles(ben)).toEqual(['A map']);
    expect(await texts(mia, forMia.handout)).toEqual(['The letter']);
    expect(await texts(mia, forParty.handout)).toEqual(['The map']);
    expect(await texts(ben, forParty.handout)).toEqual(['The map']);
    expect(await texts(ben, forMia.handout)).toBeUndefined();
    for (const player of [mia, ben]) expect(await texts(player, source.id)).toBeUndefined();
    expect(JSON.stringify([await listed(mia), await read(mia, forMia.handout)])).not.toMatch(
      new RegExp([source.id, ...source.passages, SOURCE].join('|')),
    );
  });

  it('look like a Public note with the same text', async () => {
    const { forParty } = await twoHandouts();
    const alone = await note(['The map'], { spoilers: false, title: 'A map' });
    const [own, other] = await Promise.all(
      [alone.id, forParty.handout].map(async (id) => {
        const document = (await listed(ben)).find((one) => one.id === id);
        const outline = await service.call('GET', `/api/documents/${id}/outline/`, { as: ben });
        return { document, outline: outline.body, keys: Object.keys((await read(ben, id))![0]!) };
      }),
    );
    const plain = (of: typeof own) => ({
      ...of!,
      document: { ...of!.document, id: '', created_at: '' },
    });
    expect(plain(other)).toEqual(plain(own));
  });

  it('have only the category that a GM sets for their readers', async () => {
    const { source, letter, forMia, forParty } = await twoHandouts();
    await reveal(source.id, { passages: [letter], audience: 'party', public_title: 'At first' });
    const patch = async (id: string, body: object) =>
      expect(await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body })).toMatchObject({
        status: 200,
        body,
      });
    const before = JSON.stringify(await listed(mia));
    await patch(source.id, { category: 'faction' });
    expect(JSON.stringify(await listed(mia))).toBe(before);
    expect(before).not.toContain('category');
    const categorize = async (handout: string, category: string, status = 200) =>
      expect(
        await service.call('PATCH', `/api/documents/${source.id}/handouts/${handout}/`, {
          as: gm,
          body: { category },
        }),
      ).toMatchObject({ status });
    await categorize(source.id, 'person');
    await categorize(forMia.handout, 'item');
    await categorize(letter, 'item', 400);
    const categories = async (as: TestPerson) =>
      new Map((await listed(as)).map(({ id, category }) => [id, category]));
    expect(await categories(mia)).toEqual(
      new Map([
        [source.id, 'person'],
        [forMia.handout, 'item'],
        [forParty.handout, undefined],
      ]),
    );
    expect(await handouts(source.id)).toMatchObject([
      { id: source.id, category: 'person' },
      { id: forMia.handout, category: 'item' },
      { id: forParty.handout },
    ]);
    const filtered = async (category: string) =>
      (
        await service.call('GET', `/api/documents/?campaign=${campaign}&category=${category}`, {
          as: mia,
        })
      ).body.length;
    expect([await filtered('faction'), await filtered('item')]).toEqual([0, 1]);
    // Revealed as a whole, the document has its own category.
    await patch(source.id, { is_spoilers: false });
    expect((await categories(ben)).get(source.id)).toBe('faction');
  });

  it('show later readers no category that was chosen for earlier ones, except by undo', async () => {
    const { source, letter, map } = await twoHandouts();
    await reveal(source.id, { passages: [letter], audience: 'party', public_title: 'A stranger' });
    const handout = `/api/documents/${source.id}/handouts/${source.id}/`;
    await service.call('PATCH', handout, { as: gm, body: { category: 'person' } });
    const ofMia = async () => (await listed(mia)).find(({ id }) => id === source.id)?.category;
    expect(await ofMia()).toBe('person');
    const hide = async () =>
      (await reveal(source.id, { passages: [letter, map], audience: 'gm' })).act;
    const undone = await hide();
    await service.call('DELETE', `/api/documents/${source.id}/acts/${undone}/`, { as: gm });
    expect(await ofMia()).toBe('person');
    await hide();
    await reveal(source.id, { passages: [map], audience: 'party', public_title: 'A map' });
    expect(await ofMia()).toBeUndefined();
  });

  it('may share a passage, which each of them shows to its readers', async () => {
    const { source, letter, forMia, forParty } = await twoHandouts();
    await reveal(source.id, { passages: [letter], audience: 'party', handout: forParty.handout });
    expect(await texts(ben, forParty.handout)).toEqual(['The letter', 'The map']);
    expect(await texts(mia, forMia.handout)).toEqual(['The letter']);
  });

  it('are listed for GMs with their readers', async () => {
    const { source, forMia, forParty, map } = await twoHandouts();
    expect(
      (await service.call('GET', `/api/documents/${source.id}/handouts/`, { as: ben })).status,
    ).toBe(404);
    await reveal(source.id, { passages: [map], audience: 'party', public_title: 'At first' });
    expect(await handouts(source.id)).toEqual([
      { id: source.id, title: 'At first', audience: 'party', passages: 1 },
      {
        id: forMia.handout,
        title: 'A letter',
        audience: 'players',
        players: [mia.id],
        passages: 1,
      },
      { id: forParty.handout, title: 'A map', audience: 'party', passages: 1 },
    ]);
    expect(await titles(gm)).toEqual([SOURCE]);
    expect(
      (await service.call('GET', `/api/documents/${forParty.handout}/handouts/`, { as: ben }))
        .status,
    ).toBe(403);
    expect(await listed(gm)).toMatchObject([{ handouts: 2, public_title: 'At first' }]);
  });

  it('are shown to a GM who views as their reader', async () => {
    const { forMia } = await twoHandouts();
    expect(await read(gm, forMia.handout, mia.id)).toEqual(await read(mia, forMia.handout));
    expect(await read(gm, forMia.handout, ben.id)).toBeUndefined();
  });

  it('tell GMs in the source who sees its passages', async () => {
    const { source } = await twoHandouts();
    expect(await read(gm, source.id)).toMatchObject([
      { audience: 'players', players: [mia.id] },
      { audience: 'party' },
      { audience: 'gm' },
    ]);
  });

  it('are changed through their source alone', async () => {
    const { forParty } = await twoHandouts();
    const { handout } = forParty;
    const calls = [
      service.call('PATCH', `/api/documents/${handout}/`, { as: gm, body: { is_spoilers: false } }),
      service.call('DELETE', `/api/documents/${handout}/`, { as: gm }),
      put(handout, { passages: 'all', audience: 'gm' }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
  });

  it('are announced to their readers, by their ids', async () => {
    const begin = service.hints.length;
    const { forMia, forParty } = await twoHandouts();
    const told = service.hints.slice(begin).filter(({ to }) => to !== 'gm');
    expect(told.map((one) => [('id' in one && one.id) || '', one.to])).toEqual([
      [forMia.handout, { memberships: [service.membership(campaign, mia)] }],
      [forParty.handout, 'party'],
    ]);
  });
});

describe('a title', () => {
  it('is required for a new handout, and when its readers grow', async () => {
    const { source, map, forMia } = await twoHandouts();
    const refused = { status: 400, body: { code: 'document.public_title_required' } };
    const untitled = { passages: [map], audience: 'party' };
    expect(await put(source.id, { ...untitled, handout: 'new' })).toMatchObject(refused);
    expect(await put(source.id, { ...untitled, handout: forMia.handout })).toMatchObject(refused);
    await reveal(source.id, { ...untitled, public_title: 'A chart', handout: forMia.handout });
    expect(await titles(ben)).toEqual(['A chart', 'A map']);
    expect((await handouts(source.id)).map(({ title }) => title)).toEqual(['A chart', 'A map']);
  });

  it('is not enough for a handout without readers or passages', async () => {
    const { source } = await twoHandouts();
    const [first] = source.passages;
    for (const wrong of [
      { passages: [first], audience: 'gm', public_title: 'None', handout: 'new' },
      { passages: [], audience: 'party', public_title: 'None', handout: 'new' },
      { passages: [first], audience: 'party', public_title: 'None', handout: randomUUID() },
    ])
      expect((await put(source.id, wrong)).status).toBe(400);
    const open = await note(['Known'], { spoilers: false });
    const body = { passages: open.passages, audience: 'party', public_title: 'None' };
    for (const handout of ['new', open.id])
      expect((await put(open.id, { ...body, handout })).status).toBe(400);
    expect(await titles(gm)).toHaveLength(2);
  });
});

describe('hiding', () => {
  it('removes a passage from all handouts, and its undo brings all of them back', async () => {
    const { source, letter, map, forMia, forParty } = await twoHandouts();
    await reveal(source.id, { passages: [letter], audience: 'party', handout: forParty.handout });
    const before = await Promise.all([listed(mia), listed(ben)]);
    const hidden = await reveal(source.id, { passages: [letter, map], audience: 'gm' });
    expect(hidden).toMatchObject({ changed: 2, passages: [letter, map] });
    expect(await Promise.all([listed(mia), listed(ben)])).toEqual([[], []]);
    expect(await texts(mia, forMia.handout)).toBeUndefined();
    expect(await handouts(source.id)).toEqual([]);
    await undo(source.id, hidden.act);
    expect(await Promise.all([titles(mia), titles(ben)])).toEqual([
      ['A letter', 'A map'],
      ['A map'],
    ]);
    expect(await texts(ben, forParty.handout)).toEqual(['The letter', 'The map']);
    expect((await listed(ben))[0]!.id).toBe(before[1][0]!.id);
  });

  it('of one handout leaves the others', async () => {
    const { source, letter, forMia, forParty } = await twoHandouts();
    await reveal(source.id, { passages: [letter], audience: 'party', handout: forParty.handout });
    await reveal(source.id, { passages: 'all', audience: 'gm', handout: forParty.handout });
    expect(await titles(mia)).toEqual(['A letter']);
    expect(await texts(mia, forMia.handout)).toEqual(['The letter']);
  });

  it('of the source hides its handouts', async () => {
    const { source } = await twoHandouts();
    const body = { is_spoilers: true };
    const hide = await service.call('PATCH', `/api/documents/${source.id}/`, { as: gm, body });
    expect(await titles(mia)).toEqual([]);
    await undo(source.id, hide.body.act);
    expect(await titles(mia)).toEqual(['A letter', 'A map']);
  });
});

describe('a narrower audience', () => {
  const forMia = (passages: string[]) => ({ passages, audience: { players: [mia.id] } });

  it('also hides the passage in handouts with other readers, and one undo restores all', async () => {
    const { source, letter, map, forMia: own, forParty } = await twoHandouts();
    const title = { public_title: 'At first' };
    const body = { passages: [source.passages[2]!], audience: 'party', ...title };
    await reveal(source.id, body);
    const change = await reveal(source.id, forMia([letter, map]));
    expect(await texts(mia, source.id)).toEqual(['The letter', 'The map', 'The murderer']);
    expect(await texts(mia, own.handout)).toEqual(['The letter']);
    for (const player of [mia, ben]) expect(await texts(player, forParty.handout)).toBeUndefined();
    expect(await read(gm, source.id)).toMatchObject([
      { audience: 'players', players: [mia.id] },
      { audience: 'players', players: [mia.id] },
      { audience: 'party' },
    ]);
    await undo(source.id, change.act);
    expect(await texts(ben, forParty.handout)).toEqual(['The map']);
    expect(await texts(mia, source.id)).toEqual(['The murderer']);
  });

  it('applies to the first handout alone where a GM names it', async () => {
    const { source, map, forParty } = await twoHandouts();
    const body = { ...forMia([map]), public_title: 'At first', handout: source.id };
    await reveal(source.id, body);
    expect(await texts(ben, forParty.handout)).toEqual(['The map']);
  });
});

describe('a show without keeping', () => {
  const show = async (id: string, passages: string[], players: TestPerson[]) => {
    const body = { keep: false, passages, players: players.map((one) => one.id) };
    const path = `/api/documents/${id}/show/`;
    expect((await service.call('POST', path, { as: gm, body })).status).toBeLessThan(300);
  };
  const shown = async (as: TestPerson) =>
    (await service.call('GET', '/api/documents/shown/', { as })).body.shown?.not_kept.passages
      .length as number | undefined;

  it('ends where its passages are hidden in a handout', async () => {
    const { source, map } = await twoHandouts();
    const hide = [
      () => reveal(source.id, { passages: [map], audience: 'gm' }),
      () =>
        service.call('PATCH', `/api/documents/${source.id}/`, {
          as: gm,
          body: { is_spoilers: true },
        }),
    ];
    for (const one of hide) {
      await show(source.id, [source.passages[2]!, map], [mia]);
      expect(await shown(mia)).toBe(2);
      const begin = service.hints.length;
      await one();
      expect(await shown(mia)).toBeUndefined();
      expect(service.hints.slice(begin)).toContainEqual(
        expect.objectContaining({
          kind: 'show',
          to: { memberships: [service.membership(campaign, mia)] },
        }),
      );
    }
  });

  it('continues if its recipients still see its passages', async () => {
    const { source, map } = await twoHandouts();
    await reveal(source.id, {
      ...{ passages: [map], audience: { players: [mia.id] }, public_title: 'At first' },
      handout: source.id,
    });
    await show(source.id, [map], [mia]);
    await reveal(source.id, { passages: [map], audience: { players: [mia.id] } });
    expect(await shown(mia)).toBe(1);
    await undo(source.id, (await entries())[0].id);
    await show(source.id, [map], [mia, ben]);
    await reveal(source.id, { passages: [map], audience: { players: [mia.id] } });
    expect(await shown(ben)).toBeUndefined();
  });
});

describe('a change at the same time', () => {
  it('as saves of other notes waits for them, and they for it', async () => {
    const { source, forParty } = await twoHandouts();
    const other = await note(['A'], { title: 'Other' });
    const paragraph = { kind: 'paragraph', content: { inlines: [{ text: 'New' }] } };
    for (let round = 0; round < 4; round += 1) {
      const saves = Array.from({ length: 8 }, () =>
        service.call('PATCH', `/api/documents/${other.id}/passages/`, {
          as: gm,
          body: {
            changes: [{ id: randomUUID(), after: other.passages[0], ...paragraph }],
            removed: [],
          },
        }),
      );
      const reveals = Array.from({ length: 8 }, (_, n) =>
        put(source.id, {
          ...{ passages: [source.passages[n % 3]], audience: 'party', public_title: `Map ${n}` },
          handout: n % 2 ? 'new' : forParty.handout,
        }),
      );
      const answers = await Promise.all([...saves, ...reveals]);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
  });

  it('neither waits for a handout of another campaign nor copies its images', async () => {
    const { source, letter } = await twoHandouts();
    const mine = campaign;
    campaign = service.campaign(ben, [mia]);
    const foreign = await service.call('POST', '/api/documents/notes/', {
      as: ben,
      body: { campaign, title: 'Foreign', is_spoilers: true, markdown: 'Theirs' },
    });
    const body = { passages: 'all', audience: 'party', public_title: 'Theirs', handout: 'new' };
    const path = `/api/documents/${foreign.body.id}/audience/`;
    const { handout } = (await service.call('PUT', path, { as: ben, body })).body;
    campaign = mine;
    const prepare = jest.spyOn(service.app.get(RevealedImages), 'prepare');
    await service.uow.run(async (tx) => {
      await lockDocument(tx, handout);
      for (const passages of ['all', [letter]])
        expect((await put(source.id, { ...body, passages, handout })).status).toBe(400);
    });
    expect(prepare).not.toHaveBeenCalled();
    prepare.mockRestore();
  });
});

describe('hidden handouts', () => {
  it('count toward the limit', async () => {
    const { source, map } = await twoHandouts();
    await reveal(source.id, { passages: 'all', audience: 'gm' });
    await service.uow.query(
      `INSERT INTO document (id, campaign_id, source_id, original_filename, s3_key, content_type, size, is_spoilers, tags, pinned)
       SELECT gen_random_uuid(), $2, $1, 'Hidden', 'notes/' || gen_random_uuid(), 'text/markdown', 0, true, '{}', false
         FROM generate_series(3, ${AUDIENCE_LIMITS.handouts})`,
      [source.id, campaign],
    );
    const body = { passages: [map], audience: 'party', public_title: 'More', handout: 'new' };
    expect(await put(source.id, body)).toMatchObject({
      status: 409,
      body: { code: 'document.too_many_handouts' },
    });
  });

  it('are deleted permanently 30 days after their last change', async () => {
    const { source, map, forMia, forParty } = await twoHandouts();
    const hidden = await reveal(source.id, { passages: [map], audience: 'gm' });
    const ids = async () =>
      (
        await service.uow.query<{ id: string }>('SELECT id FROM document WHERE source_id = $1', [
          source.id,
        ])
      ).map(({ id }) => id);
    const age = (days: number) =>
      service.uow.query(
        `UPDATE ledger_entry SET at = at - $2 * interval '1 day' WHERE campaign_id = $1`,
        [campaign, days],
      );
    await age(29);
    await service.app.get(UploadCleanup).sweep();
    expect(await ids()).toHaveLength(2);
    await age(2);
    await service.app.get(UploadCleanup).sweep();
    expect(await ids()).toEqual([forMia.handout]);
    for (const table of ['passage', 'note', 'handout', 'reader_title'])
      expect(
        await service.uow.query(`SELECT 1 FROM ${table} WHERE document_id = $1`, [
          forParty.handout,
        ]),
      ).toEqual([]);
    expect(await texts(mia, forMia.handout)).toEqual(['The letter']);
    await undo(source.id, hidden.act);
    expect((await handouts(source.id)).map(({ id }) => id)).toEqual([forMia.handout]);
  });
});

describe('undo', () => {
  it('of the reveal that created a handout leaves none', async () => {
    const { source, forParty, map } = await twoHandouts();
    await undo(source.id, forParty.act);
    expect(await titles(mia)).toEqual(['A letter']);
    expect(await texts(ben, forParty.handout)).toBeUndefined();
    expect((await handouts(source.id)).map(({ title }) => title)).toEqual(['A letter']);
    const again = { passages: [map], audience: 'party', handout: forParty.handout };
    expect((await put(source.id, again)).status).toBe(400);
  });

  it('of an addition leaves the handout unchanged', async () => {
    const { source, letter, forParty } = await twoHandouts();
    const before = await listed(ben);
    const { handout } = forParty;
    const { act } = await reveal(source.id, { passages: [letter], audience: 'party', handout });
    await undo(source.id, act);
    expect(await listed(ben)).toEqual(before);
    expect(await texts(ben, handout)).toEqual(['The map']);
  });
});

describe('the ledger', () => {
  it('names the source and the handout', async () => {
    const { source, forMia, forParty } = await twoHandouts();
    expect(await entries()).toMatchObject([
      {
        act: 'reveal',
        document: source.id,
        handout: forParty.handout,
        title: SOURCE,
        public_title: 'A map',
        can_take_back: true,
      },
      {
        act: 'reveal',
        document: source.id,
        handout: forMia.handout,
        title: SOURCE,
        public_title: 'A letter',
        can_take_back: true,
      },
      { act: 'upload', document: source.id },
    ]);
    for (const as_of of [
      '',
      `&as_of=${encodeURIComponent(new Date(Date.now() + 1000).toISOString())}`,
    ]) {
      const path = `/api/campaigns/${campaign}/ledger/?player=${mia.id}${as_of}`;
      expect((await service.call('GET', path, { as: gm })).body.known).toMatchObject([
        { document: source.id, handout: forParty.handout, title: SOURCE, public_title: 'A map' },
        { document: source.id, handout: forMia.handout, title: SOURCE, public_title: 'A letter' },
      ]);
    }
  });
});

describe('the trash', () => {
  it('takes the handouts of a source, and gives them back with it', async () => {
    const { source, forMia } = await twoHandouts();
    await service.call('DELETE', `/api/documents/${source.id}/`, { as: gm });
    expect(await titles(mia)).toEqual([]);
    const trash = await service.call('GET', `/api/documents/trash/?campaign=${campaign}`, {
      as: gm,
    });
    expect(trash.body.map(({ id }: { id: string }) => id)).toEqual([source.id]);
    const restore = (id: string) =>
      service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    expect((await restore(forMia.handout)).status).toBe(404);
    expect((await restore(source.id)).status).toBe(200);
    await service.readTexts();
    expect(await titles(mia)).toEqual(['A letter', 'A map']);
    expect(await texts(mia, forMia.handout)).toEqual(['The letter']);
    expect(await titles(gm)).toEqual([SOURCE]);
  });

  it('deletes them permanently with the source', async () => {
    const { source } = await twoHandouts();
    await service.call('DELETE', `/api/documents/${source.id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${source.id}/`, { as: gm });
    for (const table of [
      'document',
      'trashed_document',
      'passage',
      'handout_reader',
      'reader_title',
    ])
      expect(
        await service.uow.query(`SELECT 1 FROM ${table} WHERE campaign_id = $1`, [campaign]),
      ).toEqual([]);
  });
});

describe('a link to a passage of the source', () => {
  it('leads a player to the handout with the passage, and from there back', async () => {
    const { source, map, forParty } = await twoHandouts();
    const hidden = passageNamed(source.passages, 2);
    const links = [map, hidden].map((to) => `[there](#d-${source.id}/p-${to})`);
    const diary = await note([...links, `[all](#d-${source.id})`], {
      spoilers: false,
      title: 'Diary',
    });
    const [copy] = (await read(ben, forParty.handout))!;
    const hrefs = (await read(ben, diary.id))!.map(({ content }) => content.inlines![0]!.href);
    expect(hrefs).toEqual([`#d-${forParty.handout}/p-${copy!.id}`, undefined, undefined]);
    const back = (as: TestPerson, id: string) =>
      service.call('GET', `/api/documents/${id}/backlinks/`, { as });
    expect((await back(ben, forParty.handout)).body.backlinks).toEqual([
      {
        document: diary.id,
        title: 'Diary',
        passage: diary.passages[0],
        text: 'there',
        to: copy!.id,
      },
    ]);
    expect((await back(gm, source.id)).body.backlinks).toHaveLength(3);
    expect((await read(gm, diary.id))![0]!.content.inlines![0]!.href).toBe(
      `#d-${source.id}/p-${map}`,
    );
  });

  const back = async (as: TestPerson, id: string) =>
    (await service.call('GET', `/api/documents/${id}/backlinks/`, { as })).body.backlinks as {
      document: string;
    }[];
  const diaryTo = (source: string, passages: string[]) =>
    note(
      passages.map((to) => `[there](#d-${source}/p-${to})`),
      { spoilers: false, title: 'Diary' },
    );

  it('is no backlink of a handout whose copy is hidden again', async () => {
    const { source, letter, map, forParty } = await twoHandouts();
    const { handout } = forParty;
    await reveal(source.id, { passages: [letter], audience: 'party', handout });
    const diary = await diaryTo(source.id, [map]);
    expect(await back(ben, handout)).toMatchObject([{ document: diary.id }]);
    await reveal(source.id, { passages: [map], audience: 'gm', handout });
    expect(await texts(ben, handout)).toEqual(['The letter']);
    expect(await back(ben, handout)).toEqual([]);
  });

  it('is a backlink of the one document that it leads its reader to', async () => {
    const { source, letter, map, forMia, forParty } = await twoHandouts();
    const diary = await diaryTo(source.id, [letter]);
    await reveal(source.id, { passages: [letter], audience: 'party', handout: forParty.handout });
    expect(await back(mia, forMia.handout)).toMatchObject([{ document: diary.id }]);
    expect(await back(mia, forParty.handout)).toEqual([]);
    expect(await back(ben, forParty.handout)).toMatchObject([{ document: diary.id }]);
    await reveal(source.id, { passages: [map], audience: 'party', public_title: 'At first' });
    expect(await back(mia, source.id)).toMatchObject([{ document: diary.id }]);
    for (const { handout } of [forMia, forParty]) expect(await back(mia, handout)).toEqual([]);
  });
});

describe('an edit of the source', () => {
  const save = async (id: string, body: object) =>
    expect(
      await service.call('PATCH', `/api/documents/${id}/passages/`, { as: gm, body }),
    ).toMatchObject({ status: 200, body: { clashes: [] } });
  const paragraph = (text: string) => ({ kind: 'paragraph', content: { inlines: [{ text }] } });

  it('changes the text of its handouts, and keeps their passage ids', async () => {
    const { source, map, forParty } = await twoHandouts();
    const [before] = (await read(ben, forParty.handout))!;
    const begin = service.hints.length;
    const changes = [{ id: map, base_version: 1, ...paragraph('The torn map') }];
    await save(source.id, { changes, removed: [] });
    expect(await read(ben, forParty.handout)).toMatchObject([
      { id: before!.id, text: 'The torn map' },
    ]);
    expect(service.hints.slice(begin)).toContainEqual(
      expect.objectContaining({ id: forParty.handout, to: 'party' }),
    );
  });

  it('removes deleted passages from its handouts', async () => {
    const { source, map, forParty } = await twoHandouts();
    await save(source.id, { changes: [], removed: [{ id: map, base_version: 1 }] });
    expect(await texts(ben, forParty.handout)).toBeUndefined();
    expect(await titles(ben)).toEqual([]);
  });

  it('that joins hidden text to a passage takes the passage out of its handouts', async () => {
    const { source, map, forParty } = await twoHandouts();
    const hidden = passageNamed(source.passages, 2);
    await save(source.id, {
      changes: [
        { id: map, from: [map, hidden], base_version: 1, ...paragraph('The map The murderer') },
      ],
      removed: [{ id: hidden, base_version: 1 }],
    });
    expect(await texts(ben, forParty.handout)).toBeUndefined();
  });

  it('that splits a passage keeps both parts in its handouts', async () => {
    const { source, map, forParty } = await twoHandouts();
    await save(source.id, {
      changes: [
        { id: map, from: [map], base_version: 1, ...paragraph('The') },
        { id: randomUUID(), from: [map], after: map, ...paragraph('map') },
      ],
      removed: [],
    });
    expect(await texts(ben, forParty.handout)).toEqual(['The', 'map']);
  });

  it('that adds text leaves its handouts', async () => {
    const { source, map, forParty } = await twoHandouts();
    await save(source.id, {
      changes: [{ id: randomUUID(), after: map, ...paragraph('New') }],
      removed: [],
    });
    expect(await texts(ben, forParty.handout)).toEqual(['The map']);
  });
});

describe('a new version of a source file', () => {
  it('keeps certain passages in its handouts, and no others', async () => {
    const file = (...lines: string[]) => ({ name: 'Plot.txt', content: lines.join('\n\n') });
    const first = file('The letter is sealed.', 'The map shows a well.', 'The count did it.');
    const source = await service.upload(gm, campaign, { ...first, spoilers: true });
    await service.readTexts();
    const [letter, map] = (await read(gm, source.id))!.map(({ id }) => id);
    const body = { passages: [letter, map], audience: 'party', public_title: 'Clues' };
    const { handout } = await reveal(source.id, { ...body, handout: 'new' });
    const [kept] = (await read(ben, handout))!;
    const second = file('The letter is sealed.', 'The map shows the count.', 'The count did it.');
    await service.replaceFile(gm, source, second);
    await service.readTexts();
    expect(await read(ben, handout)).toEqual([kept]);
    await service.replaceFile(gm, source, file('Nothing is left.'));
    await service.readTexts();
    expect(await read(ben, handout)).toBeUndefined();
  });
});
