import type { CampaignDocument, Passage, PassagesAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { startDocumentApp, WRONG_COUNTS, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaign = service.campaign(gm, [player]);
});
afterAll(() => service?.stop());

const CHAPTERS = [
  '# Barovia',
  'Mists.',
  '## Castle',
  'The Élan of Strahd.',
  '# Vallaki',
  'Élan élan.',
];

async function uploadText(content = CHAPTERS.join('\n\n'), spoilers = false) {
  const file = { name: 'book.md', contentType: 'text/markdown', content, spoilers };
  const document = await service.upload(gm, campaign, file);
  await service.readTexts();
  return document;
}

const get = (
  { id }: Pick<CampaignDocument, 'id'>,
  what: string,
  as: TestPerson,
  headers: Record<string, string> = {},
) => service.call('GET', `/api/documents/${id}/${what}`, { as, headers });

async function passagesOf(
  document: Pick<CampaignDocument, 'id'>,
  as = player,
  query = '',
): Promise<PassagesAnswer> {
  const answer = await get(document, `passages/${query}`, as);
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  return answer.body;
}
const textsOf = ({ passages }: { passages: readonly Passage[] }) =>
  passages.map(({ text }) => text);
/** Where links lead, by their words. */
const linksOf = ({ passages }: { passages: readonly Passage[] }) =>
  Object.fromEntries(
    passages
      .flatMap(({ content: { inlines = [], rows = [] } }) => [...inlines, ...rows.flat(2)])
      .flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]])),
  );
const TEXTS = CHAPTERS.map((text) => text.replace(/^#+ /, ''));

/** Sets who sees the passages of a document with these texts. */
const setAudience = (document: Pick<CampaignDocument, 'id'>, texts: string[], to: string | null) =>
  service.uow.query(
    'UPDATE passage SET audience_class = $3 WHERE document_id = $1 AND text = ANY ($2)',
    [document.id, texts, to],
  );

describe('the passages of a document', () => {
  it('are listed in reading order, with their audience for GMs', async () => {
    const document = await uploadText();
    const own = await passagesOf(document, gm);
    expect(textsOf(own)).toEqual(TEXTS);
    expect(own).toMatchObject({ at: 0, total: 6 });
    expect(own.passages[2]).toMatchObject({
      kind: 'heading',
      level: 2,
      depth: 0,
      audience: 'party',
    });
    expect(own.next ?? own.previous).toBeUndefined();
    const told = await passagesOf(document);
    expect(told.passages).toEqual(own.passages.map(({ audience: _, ...rest }) => rest));
    const hidden = await uploadText('Only for you.', true);
    expect((await passagesOf(hidden, gm)).passages).toMatchObject([{ audience: 'gm' }]);
  });

  it('are paged after, before and around a passage, and from a position', async () => {
    const document = await uploadText();
    const { passages } = await passagesOf(document);
    const ask = (query: string) => passagesOf(document, player, `?limit=2&${query}`);
    const [first, second, third, , fifth, last] = passages.map(({ id }) => id);
    expect(await ask('')).toEqual({
      passages: passages.slice(0, 2),
      at: 0,
      total: 6,
      next: second,
    });
    expect(await ask(`after=${second}`)).toEqual({
      passages: passages.slice(2, 4),
      at: 2,
      total: 6,
      next: passages[3]?.id,
      previous: third,
    });
    expect(await ask(`before=${third}`)).toMatchObject({ at: 0, passages: passages.slice(0, 2) });
    expect(await ask(`before=${second}`)).toMatchObject({ at: 0, passages: passages.slice(0, 1) });
    expect(await ask(`before=${first}`)).toEqual({ passages: [], at: 0, total: 6 });
    expect(await ask(`around=${third}`)).toMatchObject({ at: 1, passages: passages.slice(1, 3) });
    expect(await ask(`from=4`)).toMatchObject({ at: 4, passages: passages.slice(4) });
    for (const end of [`after=${last}`, 'from=9'])
      expect(await ask(end)).toEqual({ passages: [], at: 6, total: 6 });
    expect((await ask(`after=${fifth}`)).next).toBeUndefined();
    // It has no pages.
    expect(await ask('page=3')).toEqual(await ask(''));
    for (const wrong of ['limit=0', 'limit=501', 'from=-1', 'after=x', 'page=1&from=1'])
      expect((await get(document, `passages/?${wrong}`, player)).status).toBe(400);
  });

  it('are found by the page on which they stand, or the next that has any', async () => {
    const document = await uploadText();
    const pages =
      'UPDATE passage SET page = position / 2 * 2 + 1, region = $2 WHERE document_id = $1';
    await service.uow.query(pages, [document.id, [0, 0.25, 1, 0.5]]);
    expect((await passagesOf(document, player, '?page=2')).passages).toMatchObject([
      { text: 'Castle', page: 3, region: [0, 0.25, 1, 0.5] },
      { page: 3 },
      { page: 5 },
      { page: 5 },
    ]);
    const behind = await passagesOf(document, player, '?page=6');
    expect(behind).toEqual({ passages: [], at: 6, total: 6 });
  });

  it('are not found under the id of another or an unknown document', async () => {
    const document = await uploadText();
    const other = await passagesOf(await uploadText('Another.'));
    for (const id of [other.passages[0]?.id, '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000'])
      for (const by of ['after', 'before', 'around'])
        expect(await get(document, `passages/?${by}=${id}`, gm)).toMatchObject({
          status: 404,
          body: { code: 'document.passage_not_found' },
        });
  });

  it('are none until the file is read', async () => {
    const document = await service.upload(gm, campaign, { name: 'map.bin' });
    expect(await passagesOf(document)).toEqual({ passages: [], at: 0, total: 0 });
    expect((await get(document, 'outline/', player)).body).toEqual([]);
    expect((await get(document, 'find/?q=a', gm)).body).toEqual({ found: [], more: false });
  });

  it('are answered to who has them already with nothing but that', async () => {
    const document = await uploadText();
    for (const what of ['passages/', 'outline/', 'find/?q=elan']) {
      const first = await get(document, what, player);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(document, what, player, { 'if-none-match': known });
        expect(again).toMatchObject({
          status: 304,
          headers: { etag, 'cache-control': 'no-store' },
        });
        expect(again.body).toBeUndefined();
      }
      const changed = await get(document, what, player, { 'if-none-match': '"other"' });
      expect(changed).toMatchObject({ status: 200, body: first.body });
    }
    expect((await get({ id: campaign }, 'passages/', player)).headers.etag).toBeUndefined();
  });
});

it('has an outline of its headings', async () => {
  const document = await uploadText();
  const ids = (await passagesOf(document)).passages.map(({ id }) => id);
  expect((await get(document, 'outline/', player)).body).toEqual([
    { id: ids[0], level: 1, text: 'Barovia', at: 0 },
    { id: ids[2], level: 2, text: 'Castle', at: 2 },
    { id: ids[4], level: 1, text: 'Vallaki', at: 4 },
  ]);
});

it('is searched without case and accents, for words that stand together', async () => {
  const document = await uploadText();
  const ids = (await passagesOf(document)).passages.map(({ id }) => id);
  const find = async (q: string) =>
    (await get(document, `find/?q=${encodeURIComponent(q)}`, player)).body;
  expect(await find('ELAN')).toEqual({
    found: [
      { id: ids[3], at: 3, times: 1 },
      { id: ids[5], at: 5, times: 2 },
    ],
    more: false,
  });
  expect((await find('  of   strahd')).found).toHaveLength(1);
  expect((await find('strahd of')).found).toEqual([]);
  for (const sign of ['%', '_', '\\', "'", '\u0301']) expect((await find(sign)).found).toEqual([]);
  expect((await get(document, 'find/?q=', player)).status).toBe(400);
});

describe('a text of which players see a part', () => {
  it('is for them as if the rest were not there, and they get nothing of the file', async () => {
    const document = await uploadText();
    await setAudience(document, ['Mists.', 'Castle'], GM_CLASS);
    await setAudience(document, ['Vallaki'], PARTY_CLASS);
    await service.uow.query('UPDATE passage SET page = 1, region = $2 WHERE document_id = $1', [
      document.id,
      [0, 0, 1, 1],
    ]);
    const told = await passagesOf(document);
    expect(textsOf(told)).toEqual(['Barovia', 'The Élan of Strahd.', 'Vallaki', 'Élan élan.']);
    expect(told.total).toBe(4);
    for (const passage of told.passages) {
      expect(passage).not.toHaveProperty('page');
      expect(passage).not.toHaveProperty('region');
    }
    for (const page of [1, 2])
      expect(await passagesOf(document, player, `?page=${page}`)).toEqual(told);
    const own = await passagesOf(document, gm);
    expect(own.passages.map(({ audience }) => audience)).toEqual([
      'party',
      'gm',
      'gm',
      'party',
      'party',
      'party',
    ]);
    expect(own.passages[0]).toMatchObject({ page: 1, region: [0, 0, 1, 1] });
    expect((await get(document, 'outline/', player)).body).toMatchObject([
      { text: 'Barovia', at: 0 },
      { text: 'Vallaki', at: 2 },
    ]);
    expect((await get(document, 'find/?q=castle', player)).body.found).toEqual([]);
    expect((await get(document, 'find/?q=elan', player)).body.found).toMatchObject([
      { at: 1 },
      { at: 3 },
    ]);
    const castle = own.passages[2]?.id;
    const hidden = await get(document, `passages/?around=${castle}`, player);
    const unknown = await get(document, `passages/?around=${campaign}`, player);
    expect({ ...hidden.body, correlation_id: '' }).toEqual({ ...unknown.body, correlation_id: '' });
    expect(hidden.status).toBe(404);

    expect((await get(document, 'content/', player)).status).toBe(404);
    expect((await get(document, 'content/', gm)).status).toBe(200);
    const list = (await service.call('GET', '/api/documents/', { as: player })).body;
    expect(list.find(({ id }: CampaignDocument) => id === document.id)).toEqual({
      id: document.id,
      campaign,
      kind: 'note',
      original_filename: 'book.md',
      title: 'book.md',
      s3_key: '',
      is_spoilers: false,
      created_at: expect.any(String),
      text_state: 'ready',
    });
    await setAudience(document, ['Mists.', 'Castle'], null);
    expect((await passagesOf(document)).total).toBe(6);
    expect((await get(document, 'content/', player)).status).toBe(200);
  });

  it('has links to visible targets, and plain words for hidden or missing ones', async () => {
    const links = 'To the [castle](#castle), [town](#town), [cellar](#cellar), [nowhere](#none).';
    const text = ['# Town', links, '# Castle', '| a |\n| - |\n| [in](#castle) |', '# Cellar'];
    const document = await uploadText(text.join('\n\n'));
    const own = await passagesOf(document, gm);
    const [town, , castle, , cellar] = own.passages.map(({ id }) => `#p-${id}`);
    expect(linksOf(own)).toEqual({ castle, town, cellar, in: castle });
    expect(linksOf(await passagesOf(document))).toEqual({ castle, town, cellar, in: castle });
    await setAudience(document, ['Castle'], GM_CLASS);
    const told = await passagesOf(document);
    expect(linksOf(told)).toEqual({ town, cellar });
    expect(told.passages[1]?.text).toBe('To the castle, town, cellar, nowhere.');
    expect(JSON.stringify([own, told])).not.toContain('anchors');
    expect(linksOf(await passagesOf(document, gm))).toEqual({ castle, town, cellar, in: castle });
    // From a window in which the place itself does not stand.
    const one = await passagesOf(document, player, '?from=1&limit=1');
    expect(linksOf(one)).toEqual({ town, cellar });
  });

  it('return smaller pages of very long passages, nearest to the requested one', async () => {
    const document = await uploadText();
    const { passages } = await passagesOf(document);
    const ids = passages.map(({ id }) => id);
    await service.uow.query(
      "UPDATE passage SET text = repeat('x', 1500000) WHERE document_id = $1",
      [document.id],
    );
    const ask = async (query: string) => {
      const answer = await passagesOf(document, player, `?limit=6&${query}`);
      return { at: answer.at, ids: answer.passages.map(({ id }) => id), next: answer.next };
    };
    expect(await ask('')).toEqual({ at: 0, ids: ids.slice(0, 2), next: ids[1] });
    expect(await ask(`after=${ids[1]}`)).toEqual({ at: 2, ids: ids.slice(2, 4), next: ids[3] });
    expect(await ask(`before=${ids[5]}`)).toEqual({ at: 3, ids: ids.slice(3, 5), next: ids[4] });
    expect((await ask(`around=${ids[3]}`)).ids).toContain(ids[3]);
    await service.uow.query("UPDATE passage SET kind = 'heading', level = 1 WHERE id = $1", [
      ids[2],
    ]);
    const { body } = await get(document, 'outline/', player);
    expect(body.find(({ id }: { id: string }) => id === ids[2]).text).toBe(`${'x'.repeat(299)}…`);
  });

  it.each(['passages/?page=2147483648', 'passages/?from=99999999999', 'find/?q=a%00b'])(
    'refuses what no text has: %s',
    async (what) => {
      expect((await get(await uploadText(), what, player)).status).toBe(400);
    },
  );

  it('hides passages for chosen players from the party', async () => {
    const document = await uploadText();
    const [set] = await service.uow.query<{ id: string }>(
      'INSERT INTO audience_class (campaign_id, memberships) VALUES ($1, $2) RETURNING id',
      [campaign, [player.id]],
    );
    await setAudience(document, ['Mists.'], set!.id);
    expect(textsOf(await passagesOf(document))).not.toContain('Mists.');
    expect((await passagesOf(document, gm)).passages[1]).toMatchObject({ audience: 'players' });
  });

  it('is empty for them while hidden, and complete again afterwards', async () => {
    const document = await uploadText();
    await setAudience(document, ['Mists.'], GM_CLASS);
    await setAudience(document, ['Vallaki'], PARTY_CLASS);
    const before = await passagesOf(document);
    const set = (is_spoilers: boolean) =>
      service.call('PATCH', `/api/documents/${document.id}/`, { as: gm, body: { is_spoilers } });
    await set(true);
    for (const what of ['passages/', 'outline/', 'find/?q=a'])
      expect((await get(document, what, player)).status).toBe(404);
    await set(false);
    await service.readTexts();
    expect(await passagesOf(document)).toEqual(before);
  });
});

it('gives a GM in the player view the same bytes as the player', async () => {
  const document = await uploadText();
  await setAudience(document, ['Castle'], GM_CLASS);
  const castle = (await passagesOf(document, gm)).passages[2]?.id;
  for (const what of ['passages/', 'passages/?from=1&limit=2', 'outline/', 'find/?q=castle']) {
    const own = await get(document, what, player);
    for (const viewAs of ['party', player.id]) {
      const seen = await get(document, what, gm, { 'x-view-as': viewAs });
      expect(seen).toMatchObject({ status: 200, body: own.body });
      expect(seen.headers.etag).toBe(own.headers.etag);
    }
    expect((await get(document, what, player, { 'x-view-as': 'party' })).status).toBe(403);
  }
  const around = `passages/?around=${castle}`;
  expect((await get(document, around, gm, { 'x-view-as': 'party' })).status).toBe(404);
});

/** Numbers that look as if by chance, the same at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the counts next to passages', () => {
  const CLASSES = [null, GM_CLASS, PARTY_CLASS, '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0001'];
  const wrongCounts = () => service.uow.query(WRONG_COUNTS);

  it('are right after each write', async () => {
    const random = numbers(17);
    const documents = [1, 2, 3].map((nth) => `3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1fa00${nth}`);
    const some = `id IN (SELECT id FROM passage WHERE document_id = ANY ($1::uuid[]) ORDER BY md5(id::text || $2) LIMIT $3)`;
    const insert = `
      INSERT INTO passage AS p (id, document_id, campaign_id, position, kind, depth, text, folded, content, number, audience_class)
      SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n + $4), 12, '0'))::uuid, $1, $1, n * $2, 'paragraph', 0, '', '', '{}', 1, $3
        FROM generate_series(0, $5) n
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, audience_class = excluded.audience_class`;
    for (let step = 0; step < 60; step++) {
      const one = documents[random(documents.length)];
      const to = CLASSES[random(CLASSES.length)];
      const chosen = [documents, `${step}`, random(900)];
      const step_ = [1, 65_536][random(2)];
      const writes: [string, unknown[]][] = [
        // Some of them are there, of another document too.
        [insert, [one, step_, to, random(3000), random(1200)]],
        [`UPDATE passage SET audience_class = $4 WHERE ${some}`, [...chosen, to]],
        [`UPDATE passage SET position = position + $4 WHERE ${some}`, [...chosen, random(700)]],
        [`UPDATE passage SET document_id = $4 WHERE ${some}`, [...chosen, one]],
        [`UPDATE passage SET text = 'x' WHERE ${some}`, chosen],
        [`DELETE FROM passage WHERE ${some}`, chosen],
        ['DELETE FROM passage WHERE document_id = $1', [one]],
      ];
      const [sql, values] = writes[random(writes.length)]!;
      await service.uow.query(sql, values);
      expect(await wrongCounts()).toEqual([]);
    }
    // Writers who change one count together.
    await service.uow.query(insert, [documents[0], 1, null, 0, 99]);
    await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        service.uow.query(
          'UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND position % 8 = $3',
          [documents[0], CLASSES[nth % 2], nth],
        ),
      ),
    );
    expect(await wrongCounts()).toEqual([]);
    await service.uow.query('DELETE FROM passage WHERE document_id = ANY ($1::uuid[])', [
      documents,
    ]);
    expect(await wrongCounts()).toEqual([]);
  });

  it('give the position of a passage in a long text consistently, in a file and in a note', async () => {
    const random = numbers(4);
    const lines = Array.from({ length: 700 }, (_, at) => `${at % 10 < 6 ? '1. ' : ''}Line ${at}.`);
    const document = await uploadText(lines.join('\n\n'));
    await service.uow.query(
      `UPDATE passage SET audience_class = $2 WHERE document_id = $1 AND (position % 7 = 3 OR position BETWEEN 400 AND 1030)`,
      [document.id, GM_CLASS],
    );
    const told = async (as: TestPerson) => {
      const all: Passage[] = [];
      for (let from = 0, total = 1; from < total; from += 500) {
        const answer = await passagesOf(document, as, `?limit=500&from=${from}`);
        expect(answer.at).toBe(from);
        all.push(...answer.passages);
        total = answer.total;
      }
      return all;
    };
    const agree = async () => {
      for (const as of [player, gm]) {
        const all = await told(as);
        const plainly = `SELECT id FROM passage WHERE document_id = $1 AND ($2 OR audience_class IS NULL) ORDER BY position`;
        const seen = await service.uow.query<{ id: string }>(plainly, [document.id, as === gm]);
        expect(all.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));
        for (let asked = 0; asked < 2; asked++) {
          const at = random(all.length);
          const slice = { total: all.length, passages: [all[at]] };
          const { id } = all[at]!;
          expect(await passagesOf(document, as, `?limit=1&from=${at}`)).toMatchObject({
            at,
            ...slice,
          });
          expect(await passagesOf(document, as, `?limit=1&around=${id}`)).toMatchObject({
            at,
            ...slice,
          });
          const after = await passagesOf(document, as, `?limit=3&after=${id}`);
          expect(after).toMatchObject({ at: at + 1, total: all.length });
          expect(after.passages.map((one) => one.id)).toEqual(
            all.slice(at + 1, at + 4).map((one) => one.id),
          );
        }
        const end = { at: all.length, total: all.length, passages: [] };
        expect(await passagesOf(document, as, `?limit=1&from=${all.length}`)).toEqual(end);
      }
    };
    await agree();
    // Notes are numbered in wide steps.
    await service.uow.query(
      'UPDATE passage SET position = (position + 1) * 65536 WHERE document_id = $1',
      [document.id],
    );
    expect(await wrongCounts()).toEqual([]);
    await agree();
  });
});
