import { createDeflate, deflateSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { ChildFailed } from '../../src/sandbox/child-process';
import { madeZip, ofObjects } from '@tomekeeper/text-extraction/testing';
import { extractFile } from './extract-file';

jest.setTimeout(600_000);

const MEGABYTE = 1024 * 1024;

/** A piece, packed so many times after itself. */
async function packed(piece: Buffer, times: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const pieces = Readable.from(
    (function* () {
      for (let count = 0; count < times; count++) yield piece;
    })(),
  );
  for await (const chunk of pieces.pipe(createDeflate())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pdfOf = (content: Buffer): Buffer =>
  ofObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>',
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${content.length}>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ]);

/** An array within an array, so many times. */
const nestedPdf = (depth: number): Buffer =>
  ofObjects([`<</Type/Catalog/Pages ${'['.repeat(depth)}${']'.repeat(depth)}>>`]);

it.each([
  [
    'a PDF of which a page unpacks to 1 GB',
    'a.pdf',
    async () => pdfOf(await packed(Buffer.alloc(MEGABYTE, 0x20), 1024)),
  ],
  [
    'a PDF of 200 MB of operators',
    'a.pdf',
    async () =>
      pdfOf(await packed(Buffer.from('BT /F1 10 Tf 50 50 Td (words) Tj ET\n'.repeat(1000)), 5600)),
  ],
  ['a PDF of arrays in arrays', 'a.pdf', () => nestedPdf(1_000_000)],
  [
    'a PDF packed in packed bytes',
    'a.pdf',
    async () => pdfOf(deflateSync(await packed(Buffer.alloc(MEGABYTE), 512))),
  ],
  [
    'a book of chapters that together are too long',
    'a.epub',
    () => {
      const chapter = `<html><body><p>${'words '.repeat(1_000_000)}</p></body></html>`;
      const names = Array.from({ length: 60 }, (_, n) => `c${n}.xhtml`);
      return madeZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
        'b.opf': `<package><manifest>${names.map((name) => `<item id="${name}" href="${name}"/>`).join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
        ...Object.fromEntries(names.map((name) => [name, chapter])),
      });
    },
  ],
  ['a page of open paragraphs in open lists', 'a.html', () => '<ul><li><p>'.repeat(300_000)],
  ['Markdown of nothing but brackets', 'a.md', () => '[a](b '.repeat(4_000_000)],
])('%s harms only itself, and another file is read meanwhile', async (_, name, make) => {
  const file = await make();
  const before = process.memoryUsage.rss();
  const hostile = extractFile(file, name).then(
    ({ failed, passages }) => failed ?? passages.length > 0,
    (error: unknown) => {
      if (!(error instanceof ChildFailed)) throw error;
      return error.why;
    },
  );
  expect((await extractFile('# Words', 'a.md')).passages).toMatchObject([{ text: 'Words' }]);
  expect(await hostile).not.toBe(false);
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * MEGABYTE);
});

const docx = (body: string) =>
  madeZip({
    'word/document.xml': `<w:document><w:body><w:p>${body}<w:r><w:t>word</w:t></w:r></w:p></w:body></w:document>`,
  });

it.each([
  ['words parted by elements of nothing', `<p>${'word<i></i>'.repeat(400_000)}`, 'a.html'],
  [
    'a tag of attributes',
    `<p ${Array.from({ length: 300_000 }, (_, n) => `a${n}=1`).join(' ')}>word`,
    'a.html',
  ],
  [
    'a body that is begun again and again',
    `<p>word${Array.from({ length: 200_000 }, (_, n) => `<body a${n}=1>`).join('')}`,
    'a.html',
  ],
  ['an item of empty lines', `<ul><li>${' <div> </div>'.repeat(300_000)}word`, 'a.html'],
  ['code of empty lines', `<pre>${'\n'.repeat(1_500_000)}word</pre>`, 'a.html'],
  [
    'declarations',
    madeZip({
      'word/document.xml': `<w:document><w:body>${'<!x>'.repeat(2_000_000)}<w:p><w:r><w:t>word</w:t></w:r></w:p></w:body></w:document>`,
    }),
    'a.docx',
  ],
  [
    'definitions of links',
    `${Array.from({ length: 60_000 }, (_, n) => `[a${n}]: x`).join('\n')}\n\n${'word [a1]\n\n'.repeat(30_000)}`,
    'a.md',
  ],
  ['tags that are never closed', '<b>word '.repeat(150_000), 'a.md'],
  [
    'a style with a long name',
    `{\\rtf1{\\stylesheet{\\s1 ${"a\\'41 ".repeat(1_000_000)};}}word}`,
    'a.rtf',
  ],
  [
    'fields within fields',
    docx('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(200_000)),
    'a.docx',
  ],
  [
    'a field that says more and more',
    docx(
      `<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/></w:r>${'<w:r><w:instrText>HYPERLINK </w:instrText></w:r>'.repeat(300_000)}`,
    ),
    'a.docx',
  ],
  [
    'notes without number',
    docx(
      Array.from(
        { length: 100_000 },
        (_, n) => `<w:r><w:footnoteReference w:id="${n}"/></w:r>`,
      ).join(''),
    ),
    'a.docx',
  ],
  [
    'an item deeper than deep',
    madeZip({
      'word/document.xml':
        '<w:document><w:body><w:p><w:pPr><w:numPr><w:ilvl w:val="4000000000"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>word</w:t></w:r></w:p></w:body></w:document>',
    }),
    'a.docx',
  ],
])('%s are read in time', async (_, content, name) => {
  const { passages, failed } = await extractFile(content, name);
  expect(failed).toBeUndefined();
  expect(passages.some(({ text }) => text.includes('word'))).toBe(true);
});

it.each([
  [
    'more links than words',
    `[a]: https://a.example/${'x'.repeat(120)}\n\n${`${'[a],'.repeat(200)}\n\n`.repeat(2500)}`,
    'a.md',
    'too_large',
  ],
  ['more text than the limit', 'Many words stand here. '.repeat(1_000_000), 'a.txt', 'too_large'],
  ['more passages than the limit', 'a\n\n'.repeat(110_000), 'a.txt', 'too_large'],
  ['half a million nested boxes', '<div>'.repeat(500_000), 'a.html', 'damaged'],
])('%s fails', async (_, content, name, why) => {
  expect((await extractFile(content, name)).failed).toBe(why);
});
