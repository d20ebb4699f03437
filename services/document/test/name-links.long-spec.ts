import { randomUUID } from 'node:crypto';
import type { BacklinksAnswer, Passage, PassageContent } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { madeZip } from '@tomekeeper/text-extraction/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const AS_PARTY = { 'x-view-as': 'party' };

async function call(method: Method, path: string, body?: object) {
  const answer = await service.call(method, `/api/documents/${path}`, { as: gm, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}
async function note(title: string, { markdown = 'Text.', spoilers = false } = {}): Promise<string> {
  const body = { campaign, title, is_spoilers: spoilers, markdown };
  return (await call('POST', 'notes/', body)).id;
}
async function upload(name: string, content: string | Buffer, contentType: string) {
  const document = await service.upload(gm, campaign, { name, content, contentType });
  await service.readTexts();
  return document.id;
}
const passages = async (id: string, as = gm, headers = {}): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as, headers })).body.passages;
const inlines = ({ inlines = [], rows = [], blocks = [] }: PassageContent) => [
  ...inlines,
  ...rows.flat(2),
  ...blocks.flatMap((block) => block.inlines ?? []),
];
/** Links of a text by their words. */
const links = async (id: string, as = gm, headers = {}): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await passages(id, as, headers))
      .flatMap(({ content }) => inlines(content))
      .flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]])),
  );
const backlinks = async (id: string, as = gm, headers = {}) => {
  const { body } = await service.call('GET', `/api/documents/${id}/backlinks/`, { as, headers });
  return (body as BacklinksAnswer).backlinks.map(({ document, text, to }) => [document, text, to]);
};
const rename = (id: string, title: string) => call('PATCH', `${id}/passages/`, { title });

const WORDS = 'To [[Mill|the mill]], [[Odo|the traitor]], [[Nowhere|beyond]].';
const FILES =
  '<a href="../Places/Mill.md">the mill</a>, <a href="Odo.md">the traitor</a>, <a href="./Nowhere">beyond</a>.';
const RELS = ['Mill.docx', 'Odo.docx', 'Nowhere']
  .map((target, at) => `<Relationship Id="r${at}" Target="../x/${target}" TargetMode="External"/>`)
  .join('');
const DOCX = madeZip({
  'word/document.xml': `<w:document xmlns:w="w" xmlns:r="r"><w:body><w:p>${[
    'the mill',
    'the traitor',
    'beyond',
  ]
    .map((words, at) => `<w:hyperlink r:id="r${at}"><w:r><w:t>${words}</w:t></w:r></w:hyperlink>`)
    .join('<w:r><w:t>, </w:t></w:r>')}</w:p></w:body></w:document>`,
  'word/_rels/document.xml.rels': `<Relationships>${RELS}</Relationships>`,
});
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const routes: Record<string, () => Promise<string>> = {
  'a note of the API': () => note('Evening', { markdown: WORDS }),
  'a saved passage': async () => {
    const id = await note('Evening');
    const content = {
      inlines: [
        { text: 'the mill', href: 'name:Mill' },
        { text: ', ' },
        { text: 'the traitor', href: 'name:Odo' },
        { text: ', ' },
        { text: 'beyond', href: 'name:Nowhere' },
      ],
    };
    await call('PATCH', `${id}/passages/`, {
      changes: [{ id: randomUUID(), kind: 'paragraph', content }],
    });
    return id;
  },
  'Markdown with names': () => upload('Evening.md', WORDS, 'text/markdown'),
  'Markdown with files': () =>
    upload(
      'Evening.md',
      '[the mill](../Mill.md), [the traitor](Odo), [beyond](./Nowhere.md)',
      'text/markdown',
    ),
  'HTML with files': () => upload('Evening.html', `<p>${FILES}</p>`, 'text/html'),
  'Word with files': () => upload('Evening.docx', DOCX, DOCX_TYPE),
  'a file that was made editable': async () => {
    const id = await upload('Evening.md', WORDS, 'text/markdown');
    await call('POST', `${id}/editable/`);
    return id;
  },
};

describe.each(Object.entries(routes))('links by name in %s', (_, make) => {
  it('lead where each viewer sees a document, and are words for players otherwise', async () => {
    const mill = await note('Mill');
    const odo = await note('Odo', { spoilers: true });
    const id = await make();
    expect(await links(id)).toEqual({
      'the mill': `#d-${mill}`,
      'the traitor': `#d-${odo}`,
      beyond: expect.stringMatching(/^name:Nowhere(\.md)?$/),
    });
    for (const [as, headers] of [
      [player, {}],
      [gm, AS_PARTY],
    ] as const) {
      const told = JSON.stringify(await passages(id, as, headers));
      expect(told).toContain('the traitor');
      expect(told).not.toMatch(/Odo|Nowhere|name:/);
      expect(await links(id, as, headers)).toEqual({ 'the mill': `#d-${mill}` });
    }
    await call('PATCH', `${odo}/`, { is_spoilers: false });
    expect(await links(id, player)).toMatchObject({ 'the traitor': `#d-${odo}` });
    const [[from] = []] = await backlinks(odo, player);
    expect(from).toBe(id);
  });
});

describe('a name', () => {
  it('matches titles before file names, in any case and Unicode form', async () => {
    const file = await upload('Zoe\u0308.txt', 'Text.', 'text/plain');
    const id = await note('Links', {
      markdown:
        '[[zo\u00eb|a]] [[ZO\u00cb.TXT|b]] [[Zoe\u0308|c]] [[People/Zo\u00eb|d]] [[Zo\u00eb.md|e]]',
    });
    const all = (to: string) => ({ a: to, c: to, d: to, e: to });
    expect(await links(id)).toEqual({ ...all(`#d-${file}`), b: `#d-${file}` });
    const titled = await note('Zo\u00eb');
    expect(await links(id)).toEqual({ ...all(`#d-${titled}`), b: `#d-${file}` });
  });

  it('with several documents prefers the same case, then the oldest visible one', async () => {
    const hidden = await note('Mill', { spoilers: true });
    const first = await note('Mill');
    await note('Mill');
    const lower = await note('mill');
    const id = await note('Links', { markdown: '[[Mill|a]] [[mill|b]] [[MILL|c]]' });
    expect(await links(id)).toEqual({ a: `#d-${hidden}`, b: `#d-${lower}`, c: `#d-${hidden}` });
    expect(await links(id, player)).toEqual({
      a: `#d-${first}`,
      b: `#d-${lower}`,
      c: `#d-${first}`,
    });
  });

  it('follows documents that are created, deleted, restored and renamed', async () => {
    const id = await note('Links', { markdown: '[[Mill|there]]' });
    const unresolved = { there: 'name:Mill' };
    expect([await links(id), await links(id, player)]).toEqual([unresolved, {}]);
    const mill = await note('Mill');
    const there = { there: `#d-${mill}` };
    expect([await links(id), await links(id, player)]).toEqual([there, there]);
    await call('DELETE', `${mill}/`);
    expect([await links(id), await links(id, player)]).toEqual([unresolved, {}]);
    await call('POST', `${mill}/restore/`);
    expect([await links(id), await links(id, player)]).toEqual([there, there]);
    expect(await backlinks(mill, player)).toEqual([[id, 'there', undefined]]);
    await rename(mill, 'Old mill');
    expect([await links(id), await links(id, player)]).toEqual([there, there]);
    expect(await backlinks(mill)).toEqual([[id, 'there', undefined]]);
    const other = await note('Mill');
    expect(await links(id, player)).toEqual({ there: `#d-${other}` });
    expect([await backlinks(mill), await backlinks(other)]).toEqual([
      [],
      [[id, 'there', undefined]],
    ]);
  });

  it('from a time when players did not see the document stays unknown to them', async () => {
    const id = await note('Links', { markdown: '[[The traitor|he]] and [[Odo|the miller]]' });
    const odo = await note('The traitor', { spoilers: true });
    await rename(odo, 'Odo');
    await call('PATCH', `${odo}/`, { is_spoilers: false });
    expect(await links(id)).toEqual({ he: `#d-${odo}`, 'the miller': `#d-${odo}` });
    expect(await links(id, player)).toEqual({ 'the miller': `#d-${odo}` });
    expect(await backlinks(odo, player)).toHaveLength(1);
    await rename(odo, 'Otto');
    expect(await links(id, player)).toEqual({ 'the miller': `#d-${odo}` });
    await call('PATCH', `${odo}/`, { is_spoilers: true });
    expect(await links(id, player)).toEqual({});
    await call('PATCH', `${odo}/`, { is_spoilers: false });
    expect(await links(id, player)).toEqual({});
    expect(await backlinks(odo, player)).toEqual([]);
  });

  it('matches the title of a handout for its readers, and leads GMs to the source', async () => {
    const markdown = '[[The traitor|he]], [[A letter|the letter]] and [[A map|the map]]';
    const id = await note('Links', { markdown });
    const source = await note('The traitor', { spoilers: true, markdown: 'One.\n\nTwo.' });
    const [one, two] = await passages(source);
    const hand = (passage: Passage | undefined, public_title: string, more = {}) =>
      call('PUT', `${source}/audience/`, {
        ...{ passages: [passage!.id], audience: 'party', public_title, ...more },
      });
    await hand(one, 'A letter');
    const { handout } = await hand(two, 'A map', { handout: 'new' });
    const to = `#d-${source}`;
    expect(await links(id)).toEqual({ he: to, 'the letter': to, 'the map': to });
    expect(await links(id, player)).toEqual({ 'the letter': to, 'the map': `#d-${handout}` });
    const found = [[id, 'he, the letter and the map', undefined]];
    expect([await backlinks(source), await backlinks(source, player)]).toEqual([found, found]);
    expect(await backlinks(handout, player)).toEqual(found);
  });

  it('belongs to one campaign', async () => {
    await note('Mill');
    campaign = service.campaign(gm, [player]);
    const id = await note('Links', { markdown: '[[Mill|there]]' });
    expect(await links(id)).toEqual({ there: 'name:Mill' });
  });
});

describe('a heading', () => {
  it('leads to the first visible passage with its text or block id', async () => {
    const markdown =
      "# Mill\n\n> [!secret]\n> hush\n\n## The old wheel's *rest*\n\nWater. ^w1\n\n## Wheel";
    const mill = await note('Mill', { markdown });
    const [title, , rest, water, wheel] = await passages(mill);
    const id = await note('Links', {
      markdown: [
        "[[Mill#The old wheel's rest|a]]",
        '[b](Mill.md#the-old-wheels-rest)',
        '[[Mill#^w1|c]]',
        '[[Mill#Mill#wheel|d]]',
        '[[Mill#Gone|e]]',
        '[[mill#MILL|f]]',
      ].join(' '),
    });
    const to = (passage: Passage | undefined) => `#d-${mill}/p-${passage!.id}`;
    const all = {
      a: to(rest),
      b: to(rest),
      c: to(water),
      d: to(wheel),
      e: `#d-${mill}`,
      f: to(title),
    };
    expect([await links(id), await links(id, player)]).toEqual([all, all]);
    await call('PUT', `${mill}/audience/`, { passages: [rest!.id], audience: 'gm' });
    expect(await links(id, player)).toEqual({ ...all, a: `#d-${mill}`, b: `#d-${mill}` });
    const text = 'a b c d e f';
    expect(await backlinks(mill, player)).toEqual(
      expect.arrayContaining([
        [id, text, undefined],
        [id, text, wheel!.id],
      ]),
    );
    expect(JSON.stringify(await backlinks(mill, player))).not.toContain(rest!.id);
    expect(JSON.stringify(await backlinks(mill))).toContain(rest!.id);
  });
});

describe('a link by name', () => {
  it('stays one when a note is written', async () => {
    const mill = await note('Mill');
    const id = await note('Links', { markdown: 'To [[Mill#Wheel|there]].' });
    const url = `/api/documents/${id}/editing/`;
    const [passage] = (await service.call('GET', url, { as: gm })).body.passages;
    expect(passage.content.inlines[1]).toEqual({ text: 'there', href: 'name:Mill#Wheel' });
    const { kind, content, version: base_version } = passage;
    const changes = [
      {
        id: passage.id,
        kind,
        base_version,
        content: { inlines: [...content.inlines, { text: ' Now.' }] },
      },
    ];
    await call('PATCH', `${id}/passages/`, { changes });
    expect(await links(id)).toEqual({ there: `#d-${mill}` });
    const [row] = await service.uow.query<{ href: string }>(
      `SELECT content -> 'inlines' -> 1 ->> 'href' AS href FROM passage WHERE document_id = $1`,
      [id],
    );
    expect(row?.href).toBe('name:Mill#Wheel');
  });

  it('has one form and at most 500 characters', async () => {
    const id = await note('Links');
    const hrefs = [
      'name:%',
      `name:${'x'.repeat(501)}`,
      'name:a b',
      'javascript:x',
      'name:Mill',
      '../Odo.md',
    ];
    const content = { inlines: hrefs.map((href, at) => ({ text: String(at), href })) };
    await call('PATCH', `${id}/passages/`, {
      changes: [{ id: randomUUID(), kind: 'paragraph', content }],
    });
    expect(await links(id)).toEqual({ 4: 'name:Mill', 5: 'name:Odo.md' });
  });

  it('is words in a show without keeping', async () => {
    const odo = await note('Odo');
    const id = await note('Plans', {
      markdown: 'See [[Odo|him]] and [[Nowhere|it]].',
      spoilers: true,
    });
    const show = { keep: false, players: [player.id] };
    await call('POST', `${id}/show/`, show);
    const { body } = await service.call('GET', '/api/documents/shown/', { as: player });
    const told = JSON.stringify(body);
    expect(told).toContain('See him and it.');
    expect(told).not.toMatch(new RegExp(`Odo|Nowhere|name:|${odo}`));
  });

  it('is a wiki link in the data export', async () => {
    const markdown =
      'To [[Mill]], [[Mill#Wheel|the wheel]] and **[[Odo|him]]**, [**b** i](<Odo#x>).';
    const id = await note('Links', { markdown });
    const authorization = `Bearer ${await service.tokenOfIdentity()}`;
    const url = `/internal/owned-documents/${id}/text?owner=${gm.id}&format=markdown`;
    const { body } = await service.app.inject({ url, headers: { authorization } });
    expect(body).toBe(`${markdown}\n`);
  });

  it('needs one query for all names of an answer, and none without names', async () => {
    await note('Mill');
    const many = Array.from({ length: 40 }, (_, at) => `[[Mill ${at}]] [[Mill]]`).join(' ');
    const [named, plain] = [await note('Links', { markdown: many }), await note('Plain')];
    const asked = jest.spyOn(service.uow, 'query');
    const byName = () => asked.mock.calls.filter(([sql]) => /title_stem/.test(String(sql))).length;
    await passages(plain);
    expect(byName()).toBe(0);
    await passages(named);
    expect(byName()).toBe(1);
    asked.mockRestore();
  });
});

it('finds documents by aliases that the viewer sees, after titles and before file names', async () => {
  const odo = await note('Odo the Miller');
  const mill = await upload('Dusty.md', 'Text.', 'text/markdown');
  const evening = await note('Evening', { markdown: 'To [[Old Odo]], [[Dusty]].' });
  await call('PATCH', `${odo}/`, {
    aliases: [{ name: 'Old Odo' }, { name: 'Dusty', audience: 'readers' }],
  });
  const lead = (...ends: (readonly [string, string])[]) =>
    Object.fromEntries(ends.map(([words, id]) => [words, `#d-${id}`]));
  expect(await links(evening)).toEqual(lead(['Old Odo', odo], ['Dusty', odo]));
  expect(await links(evening, player)).toEqual(lead(['Dusty', odo]));
  expect(await backlinks(odo, player)).toEqual([[evening, 'To Old Odo, Dusty.', undefined]]);
  await rename(odo, 'Old Odo');
  const dusty = await note('Dusty');
  expect(await links(evening)).toEqual(lead(['Old Odo', odo], ['Dusty', dusty]));
  await call('PATCH', `${odo}/`, { aliases: [] });
  await service.call('DELETE', `/api/documents/${dusty}/`, { as: gm });
  expect(await links(evening, player)).toEqual(lead(['Old Odo', odo], ['Dusty', mill]));
});
