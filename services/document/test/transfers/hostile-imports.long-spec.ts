import { randomBytes, randomUUID } from 'node:crypto';
import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import { settles, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import {
  asLinks,
  craftedArchive,
  declaring,
  encrypted,
  manyEntries,
  sha256,
  withBytes,
  type CraftedNote,
} from './hostile-zips';
import { committed, imported, reviewed, zipOf } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let other: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, other] = (await Promise.all(
    ['Gm', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const by = () => ({ gm, campaign });
const documents = async (as = gm, of = campaign): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${of}`, { as })).body;
const passagesOf = async (id: string, as = gm): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages;

/** Nothing of ended imports is left, in rows or in the store. */
async function nothingIsLeft(): Promise<void> {
  for (const table of ['import_item', 'import_problem'])
    expect(await service.uow.query(`SELECT 1 FROM ${table}`)).toEqual([]);
  const kept = await service.uow.query<{ s3_key: string }>('SELECT s3_key FROM document');
  const keys = new Set(kept.map(({ s3_key }) => s3_key));
  await settles(async () => {
    expect((await service.objects()).filter((key) => !keys.has(key))).toEqual([]);
  });
}

const MEGABYTE = 1024 * 1024;
const TEXT = 'A ferry crosses the lake.\n';
const zeros = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${at}.bin`, Buffer.alloc(900_000)]),
  );

it.each<[string, () => Promise<Buffer>, string]>([
  ['a bomb', () => zipOf(zeros(40)), 'too_large'],
  ['only encrypted entries', async () => encrypted(await zipOf({ 'a.md': TEXT })), 'locked'],
  ['only symbolic links', async () => asLinks(await zipOf({ 'a.md': '/etc/passwd' })), 'empty'],
  [
    'sizes that are too small',
    async () => declaring(await zipOf({ 'a.md': TEXT.repeat(9) }), 3),
    'damaged',
  ],
  ['no end', async () => (await zipOf({ 'a.md': TEXT, 'b.md': TEXT })).subarray(0, 120), 'damaged'],
  ['20,001 entries', () => manyEntries(20_001), 'too_many'],
])('an archive with %s fails with its reason', async (_, make, failure) => {
  const ended = await reviewed(service, by(), await make());
  expect(ended).toMatchObject({ state: 'failed', failure });
  expect(ended.review).toBeUndefined();
  expect(await documents()).toEqual([]);
  await nothingIsLeft();
});

it('imports the other entries of an archive with unsafe paths, a large note and a false picture', async () => {
  const long = `${randomBytes(1500).toString('hex')}\n\n`;
  const zip = withBytes(
    await zipOf({
      'aa/up.md': TEXT,
      'Xroot.md': TEXT,
      'long.md': long.repeat(750),
      'map.png': 'no picture',
      'Safe.md': `${TEXT}\n![[map.png]]\n`,
    }),
    'aa/up.md',
    '../up.md',
  );
  const review = await reviewed(service, by(), withBytes(zip, 'Xroot.md', '/root.md'));
  expect(review).toMatchObject({ state: 'review' });
  expect(review.review!.problems).toEqual(
    expect.arrayContaining([
      { path: '../up.md', reason: 'unsafe_path' },
      { path: '/root.md', reason: 'unsafe_path' },
      { path: 'long.md', reason: 'too_large' },
    ]),
  );
  await committed(service, by(), review.id);
  const titles = (await documents()).map(({ title }) => title).sort();
  expect(titles.filter((title) => !/^long/.test(title))).toEqual(['Safe', 'map.png']);
  const safe = (await documents()).find(({ title }) => title === 'Safe')!;
  expect(JSON.stringify(await passagesOf(safe.id))).not.toContain('"image":');
  await nothingIsLeft();
});

it('imports names, links and texts at their limits', async () => {
  const aliases = Array.from({ length: 200 }, (_, at) => `Alias ${at}`);
  const links = Array.from({ length: 150 }, (_, at) => `[[Missing ${at}]]`).join(' ');
  const review = await reviewed(service, by(), {
    [`${'t'.repeat(240)}.md`]: TEXT,
    '\u200b\u2060.md': TEXT,
    'evil\u202egnp.md': TEXT,
    'Front.md': `---\ntitle: ${'x'.repeat(5000)}\naliases: ${JSON.stringify(aliases)}\ntags: [${'y'.repeat(300)}, "\\u202e", "\\u0007"]\n---\n${TEXT}`,
    'Links.md': `${links}\n\n[[${'z'.repeat(3000)}]]\n`,
    'Exact.md': 'a\n\n'.repeat(20_000),
    'Over.md': 'a\n\n'.repeat(20_001),
  });
  expect(review).toMatchObject({
    state: 'review',
    review: { problems: [{ path: 'Over.md', reason: 'as_file' }] },
  });
  await committed(service, by(), review.id);
  const saved = await documents();
  // A text that no note can hold stays a file.
  const files = saved.filter(({ kind }) => kind === 'file');
  expect(files.map(({ title }) => title)).toEqual(['Over.md']);
  expect(saved).toHaveLength(7);
  for (const { title } of saved)
    expect(title).toMatch(/^[^\p{Cc}\u202e]*[\p{L}\p{N}][^\p{Cc}\u202e]*$/u);
  const exact = saved.find(({ title }) => title === 'Exact')!;
  const count = 'SELECT count(*)::int AS n FROM passage WHERE document_id = $1';
  expect(await service.uow.query(count, [exact.id])).toEqual([{ n: 20_000 }]);
});

describe('a crafted archive', () => {
  const SECRET = 'The miller is a lich.';
  let victim: { campaign: string; id: string };

  beforeAll(async () => {
    const theirs = service.campaign(other);
    const made = await service.call('POST', '/api/documents/notes/', {
      as: other,
      body: { campaign: theirs, title: 'Mill', markdown: SECRET },
    });
    victim = { campaign: theirs, id: made.body.id };
  });

  it('neither overwrites nor reveals documents whose ids it names', async () => {
    const own = await service.call('POST', '/api/documents/notes/', {
      as: gm,
      body: { campaign, title: 'Own', markdown: 'Mine.' },
    });
    const ids = [victim.id, own.body.id as string];
    const notes = ids.map((id, at) => ({
      ...{ id, title: `Copy ${at}` },
      passages: [{ text: 'Copied.' }, { text: 'link', href: `#d-${victim.id}` }],
    }));
    const done = await imported(service, by(), await craftedArchive(notes));
    expect(done.documents!.map(({ id }) => id)).not.toEqual(expect.arrayContaining(ids));
    const titles = (await documents()).map(({ title }) => title).sort();
    expect(titles).toEqual(['Copy 0', 'Copy 1', 'Own']);
    expect((await passagesOf(own.body.id)).map(({ text }) => text)).toEqual(['Mine.']);
    expect((await passagesOf(victim.id, other)).map(({ text }) => text)).toEqual([SECRET]);
    expect(await documents(other, victim.campaign)).toHaveLength(1);
    for (const { id } of done.documents!) {
      expect(JSON.stringify(await passagesOf(id))).not.toContain(victim.id);
      expect(JSON.stringify(await passagesOf(id))).not.toContain(SECRET);
    }
  });

  it('forges no ledger entry, comment, membership or account', async () => {
    const marker = `forged-${randomUUID()}`;
    const forged = { text: marker, by: other.id, person: other.id, campaign: victim.campaign };
    const section = [{ ...forged, act: 'reveal', membership: randomUUID(), at: '2020-01-01' }];
    const note = { id: 'n', title: 'Plain', passages: [{ text: 'Plain.' }] };
    const done = await imported(
      service,
      by(),
      await craftedArchive([{ ...note, uploader: other.id, ledger: section, comments: section }], {
        'campaign.json': JSON.stringify({
          ledger: section,
          comments: section,
          memberships: section,
          sessions: section,
        }),
        'ledger.json': JSON.stringify(section),
      }),
    );
    expect(done.documents).toHaveLength(1);
    const ledger = await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: gm });
    expect(JSON.stringify(ledger.body)).not.toContain(other.id);
    const tables = await service.uow.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = await service.uow.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1`, [
        `%${marker}%`,
      ]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const uploaders = 'SELECT DISTINCT uploader FROM document WHERE campaign_id = $1';
    expect(await service.uow.query(uploaders, [campaign])).toEqual([{ uploader: gm.id }]);
  });

  it('shows passages for others than the players of the campaign to GMs only', async () => {
    const players = [other.id, gm.id, 'no uuid', randomUUID()];
    const note: CraftedNote = {
      ...{ id: 'n', title: 'Chosen', audience: 'party' },
      passages: [
        { text: 'For strangers.', audience: { players } },
        { text: 'For one.', audience: { players: [...players, player.id] } },
        { text: 'For many.', audience: { players: Array(900).fill(other.id) } },
      ],
    };
    await imported(service, by(), await craftedArchive([note]));
    const [saved] = await documents();
    const audiences = (await passagesOf(saved!.id)).map(({ text, audience }) => [text, audience]);
    expect(audiences).toEqual([
      ['For strangers.', 'gm'],
      ['For one.', 'players'],
      ['For many.', 'gm'],
    ]);
    expect((await passagesOf(saved!.id, player)).map(({ text }) => text)).toEqual(['For one.']);
  });

  it('never shows players a passage that a changed archive adds for GMs only', async () => {
    const first = { text: 'Known to all.' };
    const note = { id: 'n', title: 'Public', audience: 'party' as const };
    await imported(service, by(), await craftedArchive([{ ...note, passages: [first] }]));
    const added = [
      { text: 'Hidden in the source.', audience: 'gm' },
      { text: 'For a few.', audience: { players: [] } },
    ];
    const again = await craftedArchive([{ ...note, passages: [first, ...added] }]);
    await imported(service, by(), again);
    const [saved] = await documents();
    expect(await passagesOf(saved!.id)).toHaveLength(3);
    expect((await passagesOf(saved!.id, player)).map(({ text }) => text)).toEqual([first.text]);
  });

  it('with damaged records imports the others', async () => {
    const file = { id: 'f', name: '\u200b', content_type: '', tags: [], audience: 'party' };
    const bytes = randomBytes(MEGABYTE / 16);
    const passages = [{ text: 'Text.' }];
    const aliases = Array.from({ length: 60 }, (_, at) => ({ name: `A${at}`, audience: 'gm' }));
    const review = await reviewed(
      service,
      by(),
      await craftedArchive(
        [
          { id: 'a\0b', passages },
          { id: 'c', passages, title: '\u200b\u2060', public_title: '', aliases },
          { id: 'd', passages, markdown: { path: 'x\0'.repeat(900), sha256: sha256('') } },
        ],
        {
          'files.json': JSON.stringify([
            { ...file, path: 'files/a.bin', sha256: sha256(bytes) },
            { ...file, id: 'g', path: `../${'p'.repeat(1900)}`, sha256: sha256(bytes) },
          ]),
          'files/a.bin': bytes,
        },
      ),
    );
    expect(review.review?.problems).toHaveLength(2);
    await committed(service, by(), review.id);
    const saved = (await documents()).map(({ kind, title }) => `${kind} ${title}`).sort();
    expect(saved).toEqual(['file Untitled', 'note Note 2', 'note Untitled']);
  });
});
