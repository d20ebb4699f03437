import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';
import { madeZip } from '@tomekeeper/text-extraction/testing';

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia] = (await Promise.all(['Gm', 'Mia'].map((name) => service.identity.join(name)))) as [
    TestPerson,
    TestPerson,
  ];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [mia]);
});

const CASE = (name: string) => readFileSync(path.join(__dirname, 'cases', name), 'utf8');
const MARKDOWN = { name: 'inn.md', contentType: 'text/markdown' };

const get = (as: TestPerson, url: string) => service.call('GET', `/api/documents/${url}`, { as });
const documentFor = async (as: TestPerson, id: string): Promise<CampaignDocument> =>
  (await get(as, `?campaign=${campaign}`)).body.find((one: CampaignDocument) => one.id === id);
const passagesFor = async (as: TestPerson, id: string): Promise<Passage[]> =>
  (await get(as, `${id}/passages/`)).body.passages ?? [];
const textsFor = async (as: TestPerson, id: string) =>
  (await passagesFor(as, id)).map(({ text }) => text);
const releaseFile = (id: string) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { give_file: true } });

/** Everything that a player gets of a document. */
async function asPlayer(id: string) {
  const [listed, content, passages, outline, thumbnails] = await Promise.all([
    documentFor(mia, id),
    get(mia, `${id}/content/`),
    get(mia, `${id}/passages/`),
    get(mia, `${id}/outline/`),
    get(mia, `thumbnails/?campaign=${campaign}&ids=${id}`),
  ]);
  return {
    content: content.status,
    kind: listed?.kind,
    s3_key: listed?.s3_key,
    texts: (passages.body.passages ?? []).map(({ text }: Passage) => text),
    all: JSON.stringify([listed, passages.body, outline.body, thumbnails.body]),
  };
}

const html = (words: string) => `<p>Open.</p><section class="secret">${words}</section>`;
const secretFiles: [string, { name: string; contentType: string; content: string | Buffer }][] = [
  ['Markdown', { ...MARKDOWN, content: CASE('secret-public.md') }],
  ['HTML', { name: 'inn.html', contentType: 'text/html', content: html('hush') }],
  [
    'EPUB',
    {
      name: 'inn.epub',
      contentType: 'application/epub+zip',
      content: madeZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
        'a.opf':
          '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'a.xhtml': `<html><body>${html('hush')}</body></html>`,
      }),
    },
  ],
];

describe.each(secretFiles)('a Public %s file with secret markup', (_, file) => {
  it('shows players neither the secret nor the file, from its upload on', async () => {
    const { id, file_withheld } = await service.upload(gm, campaign, file);
    expect(file_withheld).toBe(true);
    let isOver = false;
    const seen: Awaited<ReturnType<typeof asPlayer>>[] = [];
    const asking = (async () => {
      while (!isOver) {
        seen.push(await asPlayer(id));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await service.readTexts();
    await eventually(async () => {
      expect(await textsFor(mia, id)).toEqual(['Open.']);
      return true;
    });
    isOver = true;
    await asking;
    seen.push(await asPlayer(id));
    expect(seen.length).toBeGreaterThan(2);
    for (const one of seen) {
      expect(one).toMatchObject({ content: 404, kind: 'note', s3_key: '' });
      expect(one.all).not.toMatch(/hush/);
      expect([[], ['Open.']]).toContainEqual(one.texts);
    }
    expect(await documentFor(gm, id)).toMatchObject({
      text_state: 'ready',
      file_withheld: true,
      audiences: { gm: 1, party: 1, players: 0 },
    });
    expect((await get(gm, `${id}/content/`)).status).toBe(200);
  });
});

describe.each([
  ['secret-public.md', ['Open.']],
  ['section-blank.md', ['Open.', 'End.']],
  ['secret-70k.md', ['Open.', 'End.']],
  ['rule-first.md', ['', 'The hall is dark.', '', 'More.']],
  ['unclosed.md', ['Body only.', '%% open comment never closed', 'Last line.']],
])('%s', (name, visible) => {
  const createNote = (body: object) =>
    service.call('POST', '/api/documents/notes/', {
      as: gm,
      body: { campaign, title: name, is_spoilers: false, ...body },
    });

  it('hides the same parts of a note and of an upload', async () => {
    const markdown = CASE(name);
    const note = await createNote({ markdown });
    expect(note.status).toBe(201);
    const file = await service.upload(gm, campaign, { ...MARKDOWN, content: markdown });
    await service.readTexts();
    for (const { id } of [note.body, file]) expect(await textsFor(mia, id)).toEqual(visible);
    const all = await passagesFor(gm, note.body.id);
    const written = (passages: readonly Passage[]) =>
      passages.map(({ kind, text, content, audience }) => ({ kind, text, content, audience }));
    expect(written(await passagesFor(gm, file.id))).toEqual(written(all));
    expect((await asPlayer(file.id)).content).toBe(all.length > visible.length ? 404 : 200);
  });
});

it('reads 198 kB of hostile Markdown within the limits of a child process', async () => {
  const body = { campaign, title: 'A', is_spoilers: true, markdown: '*a_'.repeat(66_000) };
  const note = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  expect(note.status).toBe(201);
});

describe('a Public file that may hold secret markup', () => {
  it('is for players once its text is extracted and nothing in it is secret', async () => {
    const { id } = await service.upload(gm, campaign, { ...MARKDOWN, content: 'Open.' });
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note', texts: [] });
    expect((await releaseFile(id)).status).toBe(409);
    await service.readTexts();
    expect(await asPlayer(id)).toMatchObject({ content: 200, kind: 'file', texts: ['Open.'] });
    expect(await documentFor(gm, id)).not.toHaveProperty('file_withheld');
    const hints = service.hints.filter((hint) => hint.id === id);
    expect(hints.filter(({ to }) => to === 'party').length).toBeGreaterThan(1);
  });

  it('is for players at once where it is of another kind', async () => {
    const file = { name: 'inn.txt', contentType: 'text/plain', content: 'Open.' };
    const { id, file_withheld } = await service.upload(gm, campaign, file);
    expect(file_withheld).toBeUndefined();
    expect(await asPlayer(id)).toMatchObject({ content: 200, kind: 'file' });
  });

  it('is for players where it has no text', async () => {
    const content = '---\n---\n';
    const { id } = await service.upload(gm, campaign, { ...MARKDOWN, content });
    await service.readTexts();
    expect(await documentFor(gm, id)).toMatchObject({ text_state: 'no_text' });
    expect(await asPlayer(id)).toMatchObject({ content: 200, kind: 'file' });
  });

  it('is withheld where its extraction failed, until a GM releases it', async () => {
    const file = {
      name: 'inn.docx',
      contentType: '',
      content: Buffer.from('PK\u0003\u0004 no archive'),
    };
    const { id } = await service.upload(gm, campaign, file);
    await service.readTexts();
    expect(await documentFor(gm, id)).toMatchObject({ text_state: 'damaged', file_withheld: true });
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note' });
    expect(await releaseFile(id)).toMatchObject({ status: 200 });
    expect(await asPlayer(id)).toMatchObject({ content: 200, kind: 'file' });
    expect(await documentFor(gm, id)).not.toHaveProperty('file_withheld');
  });

  it('stays withheld where it was renamed to another kind before its extraction', async () => {
    const content = CASE('secret-public.md');
    const { id } = await service.upload(gm, campaign, { ...MARKDOWN, content });
    await service.call('PATCH', `/api/documents/${id}/`, {
      as: gm,
      body: { original_filename: 'inn.txt' },
    });
    await service.readTexts();
    expect((await asPlayer(id)).content).toBe(404);
  });

  it('is withheld after a restore from the trash too', async () => {
    const { id } = await service.upload(gm, campaign, { ...MARKDOWN, content: 'Open.' });
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note' });
    await service.readTexts();
    expect(await asPlayer(id)).toMatchObject({ content: 200, kind: 'file' });
  });

  it('keeps its text and withholds a new file until that is extracted', async () => {
    const made = await service.upload(gm, campaign, { ...MARKDOWN, content: 'Open.' });
    const { id } = made;
    await service.readTexts();
    await service.replaceFile(gm, made, { ...MARKDOWN, content: CASE('secret-public.md') });
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note', texts: ['Open.'] });
    await service.readTexts();
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note', texts: ['Open.'] });
    expect(await textsFor(gm, id)).toEqual(['Open.', 'S\nhush']);
  });

  it('hides a secret of a Spoilers file when the document is revealed', async () => {
    const content = CASE('secret-public.md');
    const { id } = await service.upload(gm, campaign, { ...MARKDOWN, content, spoilers: true });
    await service.readTexts();
    await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers: false } });
    await service.readTexts();
    expect(await asPlayer(id)).toMatchObject({ content: 404, kind: 'note', texts: ['Open.'] });
  });
});

describe('secret markup without a passage, or in a format without callouts', () => {
  const HTML = { name: 'inn.html', contentType: 'text/html' };
  const section = (words: string, attributes = '') =>
    `<p>Open.</p><section class="secret"${attributes}>${words}</section>`;

  it.each([
    ['a hidden section', HTML, section('hush', ' hidden')],
    ['a section that is not displayed', HTML, section('hush', ' style="display:none"')],
    ['a section with only a drawing', HTML, section('<svg><text>hush</text></svg>')],
    [
      'a section next to the items of a list',
      HTML,
      `<p>Open.</p><ul>${section('hush').slice(12)}</ul>`,
    ],
    [
      'a section within a hidden element',
      HTML,
      `<p>Open.</p><div hidden>${section('hush').slice(12)}</div>`,
    ],
    ['a comment of Obsidian in HTML', HTML, '<p>Open.</p><p>%%hush%%</p>'],
    [
      'a comment over several blocks',
      HTML,
      '<p>Open.</p><p>%%</p><p>hush</p><ul><li>hush %%</li></ul>',
    ],
    [
      'a section within preformatted text',
      HTML,
      `<p>Open.</p><pre>a${section('hush').slice(12)}</pre>`,
    ],
    [
      'a callout of Obsidian in HTML',
      HTML,
      '<p>Open.</p><blockquote><p>[!secret] hush</p></blockquote>',
    ],
    [
      'a comment of Obsidian in RTF',
      { name: 'inn.rtf', contentType: 'application/rtf' },
      '{\\rtf1\\ansi Open.\\par %%hush%%\\par}',
    ],
    ['a callout with only a picture', MARKDOWN, 'Open.\n\n> [!secret]\n> ![](hush.png)\n'],
    ['a comment with only a picture', MARKDOWN, 'Open.\n\n%%![hush](a.png)%%\n'],
    ['a comment in the words of a picture', MARKDOWN, 'Open.\n\n![%%hush%%](a.png)\n'],
    ['a comment with only a comment of HTML', MARKDOWN, 'Open.\n\n%%<!-- hush -->%%\n'],
  ])('keeps %s from players, in text and file', async (_, kind, content) => {
    const { id } = await service.upload(gm, campaign, { ...kind, content });
    await service.readTexts();
    await eventually(async () => (await textsFor(mia, id)).includes('Open.'));
    const seen = await asPlayer(id);
    expect(seen).toMatchObject({ content: 404, kind: 'note', s3_key: '' });
    expect(seen.all).not.toMatch(/hush/);
  });

  it('keeps a file with nothing but such markup from players', async () => {
    const { id } = await service.upload(gm, campaign, {
      ...HTML,
      content: section('hush', ' hidden').slice(12),
    });
    await service.readTexts();
    expect((await asPlayer(id)).content).toBe(404);
    expect(await documentFor(gm, id)).toMatchObject({ file_withheld: true });
  });
});

it('leaves the text after a comment that never ends', async () => {
  const content = '<p>Open.</p><p>%% begun</p><p>50%% of 20%% each</p>';
  const { id } = await service.upload(gm, campaign, {
    name: 'a.html',
    contentType: 'text/html',
    content,
  });
  await service.readTexts();
  expect(await textsFor(mia, id)).toEqual(['Open.', '%% begun', '50%% of 20%% each']);
});
