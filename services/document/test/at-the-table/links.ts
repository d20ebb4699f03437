import { randomUUID } from 'node:crypto';
import type {
  BacklinksAnswer,
  CampaignDocument,
  EditingAnswer,
  Passage,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS } from '@tomekeeper/visibility';
import { campaign, gm, player, service, stranger } from './table';

type Note = Pick<CampaignDocument, 'id'>;
async function write(title: string, markdown: string, body: object = {}): Promise<Note> {
  const answer = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title, is_spoilers: false, markdown, ...body },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const editing = async ({ id }: Note): Promise<EditingAnswer> =>
  (await service.call('GET', `/api/documents/${id}/editing/`, { as: gm })).body;
async function save({ id }: Note, body: object): Promise<void> {
  const url = `/api/documents/${id}/passages/`;
  expect((await service.call('PATCH', url, { as: gm, body })).body).toMatchObject({ clashes: [] });
}
const linking = (text: string, href: string, more: object = {}) => ({
  id: randomUUID() as string,
  kind: 'paragraph',
  content: { inlines: [{ text, href }] },
  ...more,
});
const hrefs = async ({ id }: Note, as: TestPerson, headers = {}) =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as, headers })).body.passages.map(
    ({ text, content }: Passage) => [text, content.inlines?.[0]?.href],
  );
const backlinks = async ({ id }: Note, as: TestPerson, headers = {}): Promise<BacklinksAnswer> =>
  (await service.call('GET', `/api/documents/${id}/backlinks/`, { as, headers })).body;
const AS_PARTY = { 'x-view-as': 'party' };
const setClass = (words: string, to: string | null) =>
  service.uow.query('UPDATE passage SET audience_class = $2 WHERE text = $1', [words, to]);

it('keeps links to documents and passages that the reader sees, and words alone of others', async () => {
  const [inn, lair] = [
    await write('Inn', 'Ale.\n\nCellar.'),
    await write('Lair', 'Bones.', { is_spoilers: true }),
  ];
  const foreign = await service.upload(gm, service.campaign(gm));
  const [ale, cellar] = (await editing(inn)).passages;
  await setClass('Cellar.', GM_CLASS);
  const note = await write('Evening', '');
  await save(note, {
    changes: [
      linking('inn', `#d-${inn.id}`),
      linking('loud', `#d-${inn.id.toUpperCase()}`),
      linking('ale', `#d-${inn.id}/p-${ale!.id}`),
      linking('cellar', `#d-${inn.id}/p-${cellar!.id}`),
      linking('gone', `#d-${inn.id}/p-${randomUUID()}`),
      linking('elsewhere', `#d-${note.id}/p-${ale!.id}`),
      linking('lair', `#d-${lair.id}`),
      linking('nowhere', `#d-${randomUUID()}`),
      linking('foreign', `#d-${foreign.id}`),
      linking('odd', '#d-lair'),
    ],
  });
  const forGm = [
    ['inn', `#d-${inn.id}`],
    ['loud', `#d-${inn.id}`],
    ['ale', `#d-${inn.id}/p-${ale!.id}`],
    ['cellar', `#d-${inn.id}/p-${cellar!.id}`],
    ['gone', `#d-${inn.id}`],
    ['elsewhere', `#d-${note.id}`],
    ['lair', `#d-${lair.id}`],
    ['nowhere', undefined],
    ['foreign', undefined],
    ['odd', undefined],
  ];
  const forPlayer = forGm.map(([text, href]) =>
    text === 'lair' ? [text, undefined] : text === 'cellar' ? [text, `#d-${inn.id}`] : [text, href],
  );
  expect(await hrefs(note, gm)).toEqual(forGm);
  expect(await hrefs(note, player)).toEqual(forPlayer);
  expect(await hrefs(note, gm, AS_PARTY)).toEqual(forPlayer);
  const raw = (await editing(note)).passages.map(({ content }) => content.inlines?.[0]?.href);
  expect(raw[7]).toMatch(/^#d-/);
  await service.call('PATCH', `/api/documents/${lair.id}/`, {
    as: gm,
    body: { is_spoilers: false },
  });
  expect((await hrefs(note, player))[6]).toEqual(['lair', `#d-${lair.id}`]);
});

it('lists visible links to a document, newest first', async () => {
  const inn = await write('Inn', 'Ale.\n\nCellar.');
  const [ale, cellar] = (await editing(inn)).passages;
  await setClass('Cellar.', GM_CLASS);
  const [first, plan] = [
    await write(
      'First',
      `To [the inn](#d-${inn.id}).\n\nWords.\n\nAgain [there](#d-${inn.id}), and [there](#d-${inn.id}).`,
    ),
    await write('Plan', `[inn](#d-${inn.id})`, { is_spoilers: true }),
  ];
  const second = await write('Second', '');
  await save(second, {
    changes: [
      linking('secret', `#d-${inn.id}`, { after: null }),
      linking('to ale', `#d-${inn.id}/p-${ale!.id}`),
      linking('to the cellar', `#d-${inn.id}/p-${cellar!.id}`),
    ],
  });
  await setClass('secret', GM_CLASS);
  // Itself is none.
  await save(inn, { changes: [linking('here', `#d-${inn.id}`)] });
  const told = ({ backlinks }: BacklinksAnswer) =>
    backlinks.map(({ title, text, to }) => [title, text, ...(to ? [to] : [])]);
  const seen = [
    ['Second', 'to ale', ale!.id],
    ['Second', 'to the cellar'],
    ['First', 'To the inn.'],
    ['First', 'Again there, and there.'],
  ];
  expect(told(await backlinks(inn, player))).toEqual(seen);
  expect(await backlinks(inn, gm, AS_PARTY)).toEqual(await backlinks(inn, player));
  const all = await backlinks(inn, gm);
  expect(told(all)).toEqual([
    ['Second', 'secret'],
    ['Second', 'to ale', ale!.id],
    ['Second', 'to the cellar', cellar!.id],
    ['Plan', 'inn'],
    ['First', 'To the inn.'],
    ['First', 'Again there, and there.'],
  ]);
  expect(all.more).toBe(false);
  expect(all.backlinks[3]).toMatchObject({ document: plan.id, passage: expect.any(String) });
  for (const [as, status] of [
    [player, 404],
    [stranger, 404],
  ] as const)
    expect((await service.call('GET', `/api/documents/${plan.id}/backlinks/`, { as })).status).toBe(
      status,
    );

  // Replaced, removed and discarded text has no links.
  const [to, , again] = (await editing(first)).passages;
  await save(first, {
    changes: [{ ...linking('To nowhere.', 'https://example.org/'), id: to!.id, base_version: 1 }],
    removed: [{ id: again!.id, base_version: 1 }],
  });
  await service.call('DELETE', `/api/documents/${second.id}/`, { as: gm });
  expect(told(await backlinks(inn, player))).toEqual([]);
  expect(told(await backlinks(inn, gm))).toEqual([['Plan', 'inn']]);
  await service.call('POST', `/api/documents/${second.id}/restore/`, { as: gm });
  await service.readTexts();
  expect(told(await backlinks(inn, player))).toEqual(seen.slice(0, 2));
});

it('limits the number of results', async () => {
  const inn = await write('Inn', 'Ale.');
  const note = await write('Many', '');
  const changes = Array.from({ length: 201 }, (_, at) => linking(`${at}`, `#d-${inn.id}`));
  await save(note, { changes });
  const answer = await backlinks(inn, gm);
  expect(answer.backlinks).toHaveLength(200);
  expect(answer.more).toBe(true);
});

describe('an editor that is open', () => {
  it('fetches passages written since a version, and the position of all', async () => {
    const note = await write('Evening', 'one\n\ntwo\n\nthree');
    const whole = await editing(note);
    expect(whole).not.toHaveProperty('places');
    const [one, two, three] = whole.passages;
    const words = (text: string, more: object) => ({
      kind: 'paragraph',
      content: { inlines: [{ text }] },
      ...more,
    });
    const added = randomUUID();
    await save(note, {
      changes: [
        words('Two.', { id: two!.id, base_version: 1 }),
        words('new', { id: added, after: null }),
      ],
      removed: [{ id: one!.id, base_version: 1 }],
      title: 'Night',
    });
    await setClass('three', GM_CLASS);
    const since = async (version: number | string) =>
      (await service.call('GET', `/api/documents/${note.id}/editing/?since=${version}`, { as: gm }))
        .body;
    const places = [
      { id: added, version: 2, audience: 'party' },
      { id: two!.id, version: 2, audience: 'party' },
      { id: three!.id, version: 1, audience: 'gm' },
    ];
    expect(await since(1)).toMatchObject({
      title: 'Night',
      version: 2,
      passages: [
        { id: added, text: 'new', version: 2 },
        { id: two!.id, text: 'Two.', version: 2 },
      ],
      places,
    });
    expect(await since(2)).toMatchObject({ version: 2, passages: [], places });
    expect((await since(0)).passages).toHaveLength(3);
    expect(await since('x')).toMatchObject({ status: 400 });
  });
});
