import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { column, hebrewPdf, madePdf, ofObjects, stream, type MadePage } from './made-pdf';
import { extractAll, outline, type Extracted } from './extract-all';

/** Lines of 40 letters, that fill a column of 240 points. */
const LEFT = [
  'Beneath the hill an old dragon sleeps on',
  'a hoard of gold that nobody has seen for',
  'a hundred years, and its breath melts ex-',
  'traordinary quantities of ice each night.',
  'The villagers keep well away from there.',
];
const RIGHT = [
  'Every spring a caravan crosses the ridge',
  'with salt and iron, and every spring it',
  'loses a mule to the dark. Nobody asks.  ',
];

const page = (...texts: MadePage['texts'] & object): MadePage => ({ texts });

it('reads columns one after the other, and puts words together that lines part', async () => {
  const read = await extractAll(
    madePdf([
      page(
        { x: 40, y: 740, size: 24, bold: true, text: 'The Hill' },
        ...column(40, 700, LEFT),
        ...column(320, 700, RIGHT),
      ),
    ]),
    'a.pdf',
  );
  expect(outline(read)).toEqual([
    'heading1: The Hill',
    'paragraph: Beneath the hill an old dragon sleeps on a hoard of gold that nobody has seen for a hundred years, ' +
      'and its breath melts extraordinary quantities of ice each night. The villagers keep well away from there.',
    'paragraph: Every spring a caravan crosses the ridge with salt and iron, and every spring it loses a mule to the dark. Nobody asks.',
  ]);
  expect(read.pages).toBe(1);
  const [heading, left, right] = read.passages;
  expect(heading!.page).toBe(1);
  expect(left!.region![2]).toBeLessThan(right!.region![0]);
  expect(heading!.region![3]).toBeLessThan(left!.region![1]);
});

it('finds columns below a title that reaches over into the other, and on pages of tables', async () => {
  const cells = (x: number, top: number) =>
    [0, 1, 2, 3, 4, 5].flatMap((row) => [
      { x, y: top - row * 15, text: `roll ${row}` },
      { x: x + 150, y: top - row * 15, text: `monster ${row}` },
    ]);
  const read = await extractAll(
    madePdf([
      page(
        { x: 40, y: 740, size: 21.5, bold: true, text: 'The Hill of a Dragon' },
        ...column(40, 700, LEFT),
        ...column(300, 693, RIGHT),
      ),
      page(...cells(40, 700), ...cells(300, 695)),
    ]),
    'a.pdf',
  );
  expect(outline(read).map((line) => line.slice(0, 44))).toEqual([
    'heading1: The Hill of a Dragon',
    'paragraph: Beneath the hill an old dragon sl',
    'paragraph: Every spring a caravan crosses th',
    'table: roll 0\tmonster 0\nroll 1\tmonster 1\nrol',
    'table: roll 0\tmonster 0\nroll 1\tmonster 1\nrol',
  ]);
});

it('parts cells that stand close to each other by the lines between them', async () => {
  const rows = ['Weapon Hurt Cost', 'Dagger 1d4 2 gp', 'Sword 1d8 15 gp', 'Pike 1d10 5 gp'];
  const x = [50, 96, 128];
  const texts = rows.flatMap((row, at) =>
    row.split(/ (?!gp)/).map((text, cell) => ({ x: x[cell]!, y: 700 - at * 15, text })),
  );
  const lines = [47, 92, 124, 180].map((left): [number, number, number, number] => [
    left,
    650,
    1,
    64,
  ]);
  const above = column(50, 760, ['Weapons have a price, which nobody pays twice in this town.']);
  const { passages } = await extractAll(
    madePdf([{ texts: [...above, ...texts], boxes: lines }]),
    'a.pdf',
  );
  expect(passages.find(({ kind }) => kind === 'table')?.text).toBe(
    rows.map((row) => row.replace(/ (?!gp)/g, '\t')).join('\n'),
  );
});

it('takes no head of a table for a heading', async () => {
  const read = await extractAll(
    madePdf([
      page(
        ...column(40, 700, LEFT),
        { x: 40, y: 600, bold: true, text: 'Name' },
        { x: 300, y: 600, bold: true, text: 'What it does' },
        ...column(40, 570, ['Some words of one cell', 'that is long.']),
        ...column(300, 570, [
          'Words of another cell that',
          'is longer, and is not like',
          'the first.',
        ]),
      ),
    ]),
    'a.pdf',
  );
  expect(read.passages.filter(({ kind }) => kind === 'heading')).toEqual([]);
});

it('removes running heads and page numbers, and joins paragraphs across pages', async () => {
  const pages = [1, 2, 3, 4].map((number) =>
    page(
      { x: 40, y: 775, size: 8, text: 'The Sunken Keep' },
      { x: 290, y: 20, size: 8, text: `${number}` },
      ...column(40, 700, [
        `Page ${number} begins in the middle of a thought`.toLowerCase(),
        'and goes on to its end without a full stop',
      ]),
    ),
  );
  const read = await extractAll(madePdf(pages), 'a.pdf');
  expect(outline(read)).toEqual([
    `paragraph: ${[1, 2, 3, 4].map((n) => `page ${n} begins in the middle of a thought and goes on to its end without a full stop`).join(' ')}`,
  ]);
});

it('takes headings from the outline, by size and by weight', async () => {
  const read = await extractAll(
    madePdf(
      [
        page(
          { x: 40, y: 740, size: 20, text: 'A Part' },
          ...column(40, 700, LEFT),
          { x: 40, y: 600, size: 14, text: 'A Chapter' },
          ...column(40, 580, RIGHT),
          { x: 40, y: 520, size: 10, bold: true, text: 'A Room' },
          ...column(40, 500, RIGHT),
        ),
      ],
      [
        { title: 'A Part', page: 1 },
        { title: 'A  chapter', page: 1 },
      ],
    ),
    'a.pdf',
  );
  expect(outline(read).filter((line) => line.startsWith('heading'))).toEqual([
    'heading1: A Part',
    'heading1: A Chapter',
    'heading3: A Room',
  ]);
});

it('knows lists, tables and boxes by how they are set', async () => {
  const read = await extractAll(
    madePdf([
      {
        boxes: [
          [30, 560, 260, 60],
          [30, 400, 260, 90],
        ],
        texts: [
          ...column(40, 740, LEFT),
          { x: 40, y: 660, text: '\x95 a torch' },
          { x: 40, y: 648, text: '\x95 a rope that is fifty feet long and not' },
          { x: 52, y: 636, text: 'new' },
          ...column(40, 605, RIGHT),
          { x: 40, y: 475, bold: true, size: 12, text: 'Goblin' },
          { x: 40, y: 460, bold: true, text: 'Armor Class' },
          { x: 112, y: 460, text: '15' },
          { x: 40, y: 448, bold: true, text: 'Hit Points' },
          { x: 106, y: 448, text: '7' },
          { x: 40, y: 436, bold: true, text: 'Speed' },
          { x: 76, y: 436, text: '30 ft.' },
          { x: 40, y: 360, bold: true, text: 'd6' },
          { x: 120, y: 360, bold: true, text: 'Encounter' },
          { x: 40, y: 345, text: '1' },
          { x: 120, y: 345, text: 'three goblins' },
          { x: 40, y: 330, text: '2' },
          { x: 120, y: 330, text: 'a wolf' },
          { x: 120, y: 318, text: 'and its cub' },
        ],
      },
    ]),
    'a.pdf',
  );
  const lines = outline(read);
  expect(lines.slice(1)).toEqual([
    'list_item: a torch',
    'list_item: a rope that is fifty feet long and not new',
    expect.stringMatching(/^callout\(read_aloud\): Every spring/),
    'stat_block: Goblin\nArmor Class 15\nHit Points 7\nSpeed 30 ft.',
    'table: d6\tEncounter\n1\tthree goblins\n2\ta wolf and its cub',
  ]);
  expect(read.passages.at(-1)!.content.hasHeader).toBe(true);
});

it('keeps pictures with their place', async () => {
  const read = await extractAll(
    madePdf([{ texts: column(40, 740, LEFT), picture: [40, 400, 200, 100] }]),
    'a.pdf',
  );
  const image = read.passages.find(({ kind }) => kind === 'image')!;
  expect(image).toMatchObject({ page: 1, content: { image: 1, width: 200, height: 100 } });
  expect(image.region).toEqual([0.0667, 0.375, 0.4, 0.5]);
  expect(read.images.get(1)!.toString('latin1', 1, 4)).toBe('PNG');
});

it('keeps the image and the text of a scanned page', async () => {
  const [width, height] = [2550, 3300];
  const pixels = randomFillSync(Buffer.alloc(width * height * 3));
  // Random enough to stay large when packed, as scanned paper is.
  for (let at = 0; at < pixels.length; at++) pixels[at] = pixels[at]! % 40;
  const text = 'q 612 0 0 792 0 0 cm /I1 Do Q BT /F1 10 Tf 50 700 Td (The hollow king waits) Tj ET';
  const file = ofObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>/XObject<</I1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`,
      pixels,
    ),
  ]);
  const read = await extractAll(file, 'scan.pdf');
  expect(read.passages.map(({ text: words }) => words)).toContain('The hollow king waits');
  expect(read.images.get(1)!.length).toBeGreaterThan(15_000_000);
  const plain = await extractAll(file, 'scan.pdf', undefined, { imageBytes: 0 });
  expect(plain.passages.map(({ text: words }) => words)).toEqual(['The hollow king waits']);
  expect(plain.images.size).toBe(0);
});

it('leads only where a reader may be sent', async () => {
  const lines = [
    ['out', 'https://example.com/'],
    ['long', `https://example.com/${'x'.repeat(3000)}`],
    ['file', 'ftp://example.com/'],
  ];
  const text = lines.map(
    ([word], index) => `BT /F1 10 Tf 50 ${700 - index * 50} Td (${word}) Tj ET`,
  );
  const links = lines.map(
    ([, uri], index) =>
      `<</Type/Annot/Subtype/Link/Rect[40 ${690 - index * 50} 100 ${715 - index * 50}]/A<</S/URI/URI(${uri})>>>>`,
  );
  const content = text.join('\n');
  const file = ofObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[${links.join('')}]/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]);
  const { passages } = await extractAll(file, 'a.pdf');
  expect(passages.flatMap(({ content: { inlines } }) => inlines)).toEqual([
    { text: 'out', href: 'https://example.com/' },
    { text: 'long' },
    { text: 'file' },
  ]);
});

describe('files without extractable text', () => {
  const LOCKED = ofObjects(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 0/Kids[]>>',
      `<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`,
    ],
    '/Encrypt 3 0 R/ID[<00><00>]',
  );
  const WHOLE = madePdf([page(...column(40, 700, LEFT))]);

  it.each([
    ['a scan', madePdf([{ picture: [0, 0, 600, 800] }]), 'no_text'],
    ['one with a password', LOCKED, 'locked'],
    ['its first bytes alone', Buffer.from('%PDF-1.7\n'), 'damaged'],
    ['a beginning without its objects', WHOLE.subarray(0, 120), 'damaged'],
    [
      'noise after its first bytes',
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5000, 0x81)]),
      'damaged',
    ],
  ])('%s fails', async (_, file, why) => {
    const { failed } = await extractAll(file, 'a.pdf');
    expect(failed).toBe(why);
  });

  it('does not include PDFs with a lost xref table or a wrong extension', async () => {
    const lost = Buffer.from(
      WHOLE.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    );
    expect((await extractAll(lost, 'a.pdf')).passages.length).toBe(1);
    expect((await extractAll(WHOLE, 'a.txt', 'text/plain')).passages.length).toBe(1);
  });
});

it('keeps the words of pages that hold nothing but repeated lines', async () => {
  const file = readFileSync(path.join(__dirname, 'cases/pdf/cards3.pdf'));
  const { passages } = await extractAll(file, 'cards3.pdf');
  expect([...new Set(passages.map(({ page }) => page))]).toEqual([1, 2, 3]);
});

const caseOf = (name: string): Promise<Extracted> =>
  extractAll(readFileSync(path.join(__dirname, 'cases/pdf', name)), name);

/** A page with this content stream and these further entries. */
const rawPage = (content: string, entries = ''): Buffer =>
  ofObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R${entries}/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]);

it('separates columns with a gutter of 10 points', async () => {
  const left = [...LEFT, ...RIGHT].map((line) => line.trim()).filter((line) => line.length <= 40);
  const extracted = await extractAll(
    madePdf([page(...column(40, 700, left), ...column(290, 700, [...left].reverse()))]),
    'a.pdf',
  );
  const text = extracted.passages.map((passage) => passage.text).join(' ');
  expect(text).toBe([...left, ...[...left].reverse()].join(' '));
});

it.each([0, 90, 180, 270])('extracts lines in order on a page with /Rotate %i', async (rotate) => {
  const content = 'BT /F1 10 Tf 50 700 Td (First line.) Tj 0 -40 Td (Second line.) Tj ET';
  const extracted = await extractAll(rawPage(content, `/Rotate ${rotate}`), 'a.pdf');
  expect(extracted.passages.map(({ text }) => text)).toEqual(['First line.', 'Second line.']);
  const [left, top] = extracted.passages[0]!.region!;
  expect([left < 0.5, top < 0.5]).toEqual([rotate % 270 === 0, rotate < 180]);
});

it('extracts text that was drawn for a rotated page', async () => {
  const content = 'BT /F1 10 Tf 0 1 -1 0 100 50 Tm (First line.) Tj 0 -40 Td (Second line.) Tj ET';
  const extracted = await extractAll(rawPage(content, '/Rotate 90'), 'a.pdf');
  expect(extracted.passages.map(({ text }) => text)).toEqual(['First line.', 'Second line.']);
  const [left, top, right] = extracted.passages[0]!.region!;
  expect([left, top, right].map((value) => Math.round(value * 100))).toEqual([6, 15, 14]);
});

it('orders lines of a page that is displayed upside down', async () => {
  expect(outline(await caseOf('rot180.pdf'))).toEqual([
    'paragraph: Upside first line here. Upside second line here.',
  ]);
});

describe('right-to-left text', () => {
  it('is in logical order where each glyph is drawn separately', async () => {
    expect(outline(await caseOf('hebrew-glyphs.pdf'))).toEqual(['paragraph: חוזה חכירה']);
  });

  it.each([
    ['visual', ['הריכח Rent 12 הזוח']],
    ['logical', ['חוזה', 'Rent 12', 'חכירה']],
  ])('is in logical order where the file has %s order', async (_, words) => {
    const extracted = await extractAll(hebrewPdf(words), 'a.pdf');
    expect(outline(extracted)).toEqual(['paragraph: חוזה Rent 12 חכירה']);
  });

  it('is a list item next to a drawn bullet', async () => {
    const bullet = '565 703 3 3 re f';
    const extracted = await extractAll(hebrewPdf(['חוזה', 'חכירה'], bullet), 'a.pdf');
    expect(outline(extracted)).toEqual(['list_item: חוזה חכירה']);
  });
});

describe('letter-spaced words', () => {
  it('are words', async () => {
    const [first] = outline(await caseOf('letterspaced.pdf'));
    expect(first).toBe('heading1: THE HOLLOW KING');
  });

  it.each([
    ['adjustments', '[(T)-400(H)-400(E)-1300(K)-400(I)-400(N)-400(G)] TJ'],
    [
      'positions',
      [...'THE KING']
        .map((letter, at) =>
          letter === ' ' ? '' : `1 0 0 1 ${72 + at * 12} 700 Tm (${letter}) Tj`,
        )
        .join(' '),
    ],
  ])('are words where %s separate the letters', async (_, text) => {
    const content = `BT /F1 12 Tf 72 700 Td ${text} ET`;
    expect(outline(await extractAll(rawPage(content), 'a.pdf'))[0]).toMatch(/: THE KING$/);
  });

  it('do not include lists of single letters', async () => {
    const content = 'BT /F1 12 Tf 72 700 Td (Roll a d 6: A B C D E or F.) Tj ET';
    expect(outline(await extractAll(rawPage(content), 'a.pdf'))).toEqual([
      'paragraph: Roll a d 6: A B C D E or F.',
    ]);
  });
});

it('has no text of fonts with a wrong map to Unicode', async () => {
  const { failed, passages, warnings } = await caseOf('shifted.pdf');
  expect({ failed, passages, warnings }).toEqual({
    ...{ failed: 'no_text', passages: [], warnings: ['unusable_fonts'] },
  });
});
