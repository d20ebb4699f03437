import { fileKind, isMarkdown, isProse, kindInWords } from './file-kind';

const file = (original_filename: string, content_type?: string | null) => ({
  original_filename,
  s3_key: 'campaigns/x/y',
  content_type,
});

it.each([
  ['Map.png', 'image/png', 'image', 'Picture'],
  ['Map.svg', 'image/svg+xml', 'image', 'Picture'],
  ['Book.pdf', 'application/pdf; x=y', 'pdf', 'PDF'],
  ['rain', 'audio/mpeg', 'audio', 'Sound'],
  ['Intro.mov', 'video/quicktime', 'video', 'Video'],
  ['notes', 'text/plain; charset=utf-8', 'text', 'Text'],
  ['Rules.md', 'text/plain', 'text', 'Markdown'],
  ['party.json', 'application/json', 'text', 'Text'],
  ['page.html', 'text/html', 'other', 'Web page'],
  ['page.md', 'text/html', 'other', 'MD file'],
  ['feed.xml', 'text/xml', 'other', 'XML file'],
  ['letter.docx', 'application/vnd.openxmlformats', 'other', 'Word document'],
  ['a.b.zip', 'application/zip', 'other', 'Archive'],
  ['runes.ttf', 'font/ttf', 'other', 'TTF file'],
  ['README', 'application/x-thing', 'other', 'File'],
])('knows %s of type %s', (name, type, kind, words) => {
  expect(fileKind(file(name, type))).toBe(kind);
  expect(kindInWords(file(name, type))).toBe(words);
});

it('uses the file extension if the type is unknown or missing', () => {
  for (const type of [undefined, null, '', 'application/octet-stream'])
    expect(
      ['Map.PNG', 'rain.flac', 'x.mp4', 'x.pdf', 'x.md', 'x.exe', 'x'].map((name) =>
        fileKind(file(name, type)),
      ),
    ).toEqual(['image', 'audio', 'video', 'pdf', 'text', 'other', 'other']);
});

it('tells prose from rows', () => {
  expect([isProse(file('a.txt')), isProse(file('a.csv', 'text/csv'))]).toEqual([true, false]);
  expect([isMarkdown(file('a', 'text/markdown')), isMarkdown(file('a.txt'))]).toEqual([
    true,
    false,
  ]);
});
