import { readFileSync } from 'node:fs';
import path from 'node:path';
import { madeZip } from './made-zip';
import { outline, extractAll } from './extract-all';

const caseOf = (name: string): Buffer => readFileSync(path.join(__dirname, 'cases', name));
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r" xmlns:a="a" xmlns:wp="wp"';

const docx = (body: string, more: Record<string, string | Buffer> = {}): Buffer =>
  madeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMES}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ...more,
  });

describe('DOCX', () => {
  const STYLES = `<w:styles ${NAMES}>
    <w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="Mine"><w:name w:val="Room"/><w:basedOn w:val="H2"/></w:style>
    <w:style w:styleId="H2"><w:name w:val="Kapitel"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
    <w:style w:styleId="Q"><w:name w:val="Quote"/></w:style>
    <w:style w:styleId="R"><w:name w:val="Read Aloud"/></w:style>
    <w:style w:styleId="C"><w:name w:val="Source Code"/></w:style></w:styles>`;
  const NUMBERING = `<w:numbering ${NAMES}>
    <w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl>
      <w:lvl w:ilvl="1"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`;
  const RELS = `<Relationships><Relationship Id="r1" Target="https://example.com/a?b=1&amp;c=2"/>
    <Relationship Id="r2" Target="media/a.png"/><Relationship Id="r3" Target="javascript:alert(1)"/>
    <Relationship Id="r4" Target="../People/Odo%20the%20Miller.docx" TargetMode="External"/></Relationships>`;
  const p = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const style = (name: string) => `<w:pStyle w:val="${name}"/>`;
  const item = (id: number, depth = 0) =>
    `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`;
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;

  const BODY = [
    p('The Keep', style('H1')),
    `<w:p><w:bookmarkStart w:name="gate"/><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t xml:space="preserve"> and </w:t></w:r>
      <w:r><w:rPr><w:b w:val="0"/><w:i/></w:rPr><w:t>lean</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>, new</w:t></w:r></w:ins>
      <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:br/></w:r><w:hyperlink r:id="r1"><w:r><w:t>out</w:t></w:r></w:hyperlink>
      <w:hyperlink r:id="r3"><w:r><w:t>bad</w:t></w:r></w:hyperlink>
      <w:hyperlink r:id="r4" w:anchor="mill"><w:r><w:t>he</w:t></w:r></w:hyperlink></w:p>`,
    p('Hall', style('Mine')),
    p('three', item(1)),
    p('nested', item(1, 1)),
    p('four', item(1)),
    p('mark', item(2)),
    p('Quoted', style('Q')),
    p('still', style('Q')),
    p('You see a hall.', style('R')),
    p('let x = 1;', style('C')),
    p('  y', style('C')),
    p(
      'In a frame.',
      '<w:pBdr><w:top w:val="single"/><w:left w:val="single"/><w:bottom w:val="single"/></w:pBdr>',
    ),
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('d6')}${cell('What')}</w:tr><w:tr>${cell('1')}${cell('Goblin')}</w:tr>
      <w:tr>${cell('over both', '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
    `<w:tbl><w:tr>${cell('A box of one cell.')}</w:tr></w:tbl>`,
    `<w:p><w:r><w:drawing><wp:extent cx="952500" cy="476250"/><wp:docPr descr="A map"/><a:blip r:embed="r2"/></w:drawing></w:r></w:p>`,
    `<w:p><w:hyperlink w:anchor="gate"><w:r><w:t>back</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
  ].join('');
  const FILE = docx(BODY, {
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/_rels/document.xml.rels': RELS,
    'word/media/a.png': PNG,
    'word/footnotes.xml': `<w:footnotes ${NAMES}><w:footnote w:id="2">${p('A note.')}</w:footnote></w:footnotes>`,
  });

  it('keeps headings, lists, boxes, tables, pictures and notes', async () => {
    const read = await extractAll(FILE, 'a.docx');
    expect(outline(read)).toEqual([
      'heading1: The Keep',
      'paragraph: Bold and lean, new\noutbadhe',
      'heading2: Hall',
      'list_item: 3) three',
      'list_item.1: 3.i nested',
      'list_item: 4) four',
      'list_item: mark',
      'quote: Quoted\nstill',
      'callout(read_aloud): You see a hall.',
      'code: let x = 1;\n  y',
      'callout(read_aloud): In a frame.',
      'table: d6\tWhat\n1\tGoblin\nover both\t',
      'callout(read_aloud): A box of one cell.',
      'image: A map',
      'paragraph: back[1]',
      'paragraph: [1] A note.',
    ]);
    expect(read.passages[1]!.content).toEqual({
      anchors: ['gate'],
      inlines: [
        { text: 'Bold', bold: true },
        { text: ' and ' },
        { text: 'lean', italic: true },
        { text: ', new\n' },
        { text: 'out', href: 'https://example.com/a?b=1&c=2' },
        { text: 'bad' },
        { text: 'he', href: 'name:Odo%20the%20Miller.docx#mill' },
      ],
    });
    expect(read.passages[11]!.content.hasHeader).toBe(true);
    expect(read.passages[13]!.content).toEqual({ image: 1, width: 100, height: 50 });
    expect(read.images.get(1)).toEqual(PNG);
    expect(read.passages[14]!.content.inlines![0]).toEqual({ text: 'back', href: '#gate' });
  });

  const bomb = `<w:p><w:r><w:t>${' '.repeat(70_000_000)}</w:t></w:r></w:p>`;
  it.each([
    ['content that unpacks to more than the limit', docx(bomb), 'too_large'],
    [
      'the same with a lie about its size',
      madeZip({ 'word/document.xml': bomb }, { 'word/document.xml': { size: 100 } }),
      'too_large',
    ],
    ['one without end', FILE.subarray(0, FILE.length / 2), 'damaged'],
    ['nesting', docx(`${'<w:sdt>'.repeat(60_000)}${'</w:sdt>'.repeat(60_000)}`), 'damaged'],
    [
      'too many paragraphs',
      docx('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(110_000)),
      'too_large',
    ],
    ['tags that do not fit', docx('<w:p><w:r></w:p></w:r>'), 'damaged'],
    [
      'a locked entry',
      madeZip({ 'word/document.xml': 'x' }, { 'word/document.xml': { isLocked: true } }),
      'locked',
    ],
    ['a zip file of something else', madeZip({ 'a.txt': 'words' }), 'unsupported'],
    ['no words', docx('<w:p/>'), 'no_text'],
  ])('%s fails', async (_, file, why) => {
    expect((await extractAll(file, 'a.docx')).failed).toBe(why);
  });

  it('extracts headers, comments as secrets, symbols and formulas', async () => {
    const read = await extractAll(caseOf('rich.docx'), 'rich.docx');
    expect(outline(read).slice(8)).toEqual([
      'paragraph: The bell[1] tolls.[2]',
      'paragraph: (a+b)/2',
      'paragraph: Sum xy^2 end.',
      'table: Outer A\tOuter B\nInner 1 Inner 2\nAfter inner\nMerged | pipe\t',
      'paragraph: Inside content control.',
      'paragraph: Softhyphen and non-breaking and symbol α tab here\nnew line',
      'paragraph: field link and rel link',
      'paragraph: small caps text',
      'paragraph: [1] The bell was cast in 1412.',
      'paragraph: [2] An endnote tells more.',
      'paragraph: Header: Duke of Ash',
      'paragraph: Footer page words',
      'callout(secret): Comment: is this too dark?',
    ]);
  });

  it('joins a drop cap with the paragraph that it begins', async () => {
    const body = p('T', '<w:framePr w:dropCap="drop" w:lines="3"/>') + p('he hall is dark.');
    expect(outline(await extractAll(docx(body), 'a.docx'))).toEqual([
      'paragraph: The hall is dark.',
    ]);
  });

  it('takes links and pictures of a header from its own relationships', async () => {
    const header = `<w:hdr ${NAMES}><w:p><w:hyperlink r:id="r2"><w:r><w:t>site</w:t></w:r></w:hyperlink></w:p></w:hdr>`;
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/header';
    const read = await extractAll(
      docx(p('Text.'), {
        'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r1" Type="${type}" Target="header1.xml"/><Relationship Id="r2" Type="${type}" Target="/word/header2.xml"/></Relationships>`,
        'word/header1.xml': header,
        'word/header2.xml': header,
        'word/_rels/header1.xml.rels':
          '<Relationships><Relationship Id="r2" Target="https://example.com/"/></Relationships>',
      }),
      'a.docx',
    );
    expect(outline(read)).toEqual(['paragraph: Text.', 'paragraph: site']);
    expect(read.passages[1]!.content.inlines![0]!.href).toBe('https://example.com/');
  });

  it('reads endnotes, and rows and cells of forms', async () => {
    const field = (what: string) => `<w:sdt><w:sdtContent>${what}</w:sdtContent></w:sdt>`;
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
    const inner = `<w:tbl>${row(cell('deep'), cell('deeper'))}${row(cell('still'), cell('there'))}</w:tbl>`;
    const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const read = await extractAll(
      docx(
        `<w:p><w:r><w:t>Said</w:t></w:r>${note('endnote', 1)}${note('footnote', 1)}</w:p>
        <w:tbl>${row(cell('Name'), field(cell('Ireena')))}${field(row(cell('In'), `<w:tc>${inner}</w:tc>`))}</w:tbl>`,
        {
          'word/endnotes.xml': `<w:endnotes ${NAMES}><w:endnote w:id="1">${p('At the end.')}</w:endnote></w:endnotes>`,
          'word/footnotes.xml': `<w:footnotes ${NAMES}><w:footnote w:id="1">${p('Below.')}</w:footnote></w:footnotes>`,
        },
      ),
      'a.docx',
    );
    expect(outline(read)).toEqual([
      'paragraph: Said[1][2]',
      'table: Name\tIreena\nIn\tdeep deeper\nstill there',
      'paragraph: [2] Below.',
      'paragraph: [1] At the end.',
    ]);
  });

  const boxes = (...inner: string[]) =>
    `<w:p><w:r><w:drawing><w:txbxContent>${inner.join('')}</w:txbxContent></w:drawing></w:r></w:p>`;

  it('extracts a nested text box once, and ignores its fallback for older programs', async () => {
    const alternative = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${p('Deep.')}</w:txbxContent></w:drawing></mc:Choice>
      <mc:Fallback><w:pict><w:txbxContent>${p('Deep.')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const read = await extractAll(
      docx(boxes(p('Outer.'), boxes(p('Inner.')), alternative)),
      'a.docx',
    );
    expect(outline(read)).toEqual(['callout(read_aloud): Outer.\nInner.\nDeep.']);
  });

  it('reads boxes within boxes in no more time than they are many', async () => {
    let body = p('hello');
    for (let depth = 0; depth < 60; depth++) body = boxes(body);
    expect(outline(await extractAll(docx(body), 'a.docx'))).toEqual(['callout(read_aloud): hello']);
  });

  it('unpacks a picture once, however often it is shown', async () => {
    const drawing = '<w:p><w:r><w:drawing><a:blip r:embed="r2"/></w:drawing></w:r></w:p>';
    const logo = Buffer.alloc(8_000_000, PNG);
    const read = await extractAll(
      docx(p('words') + drawing.repeat(40), {
        'word/_rels/document.xml.rels': RELS,
        'word/media/a.png': logo,
      }),
      'a.docx',
    );
    expect(read.failed).toBeUndefined();
    expect(read.images.size).toBe(1);
    expect(read.passages.filter(({ content }) => content.image === 1).length).toBe(40);
  });

  const drawn = '<w:r><w:drawing><a:blip r:embed="r2"/></w:drawing></w:r>';
  it.each([
    [
      'table of one cell',
      `<w:tbl><w:tr><w:tc>${p('%% hush %%')}<w:p>${drawn}</w:p></w:tc></w:tr></w:tbl>`,
    ],
    ['table', `<w:tbl><w:tr>${cell('%% hush %%')}<w:tc><w:p>${drawn}</w:p></w:tc></w:tr></w:tbl>`],
    [
      'styled paragraph',
      `<w:p><w:pPr>${style('Q')}</w:pPr><w:r><w:t>%% hush %%</w:t></w:r>${drawn}</w:p>`,
    ],
    ['styled box', `${p('%% hush %%', style('Q'))}<w:p><w:pPr>${style('Q')}</w:pPr>${drawn}</w:p>`],
  ])('has secret images in a %s with a comment', async (_, box) => {
    const read = await extractAll(
      docx(box + p('End.'), {
        'word/styles.xml': STYLES,
        'word/_rels/document.xml.rels': RELS,
        'word/media/a.png': PNG,
      }),
      'a.docx',
    );
    expect(outline(read)).toEqual([
      expect.stringMatching(/^callout\(secret\): %% hush %%\s*$/),
      'image(secret): ',
      'paragraph: End.',
    ]);
  });

  it('puts no entities in, however many a file makes up', async () => {
    const laughs = Array.from(
      { length: 10 },
      (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    ).join('');
    const file = madeZip({
      'word/document.xml': `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]><w:document><w:body><w:p><w:r><w:t>words &l10; &amp; more</w:t></w:r></w:p></w:body></w:document>`,
    });
    expect(outline(await extractAll(file, 'a.docx'))).toEqual(['paragraph: words & more']);
  });
});

describe('ODT', () => {
  const odt = (text: string, more: Record<string, string | Buffer> = {}) =>
    madeZip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:automatic-styles>
        <style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
        <style:style style:name="P1" style:parent-style-name="Read_20_Aloud"/>
        <text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/>
        <text:list-level-style-bullet text:level="2"/></text:list-style></office:automatic-styles>
        <office:body><office:text>${text}</office:text></office:body></office:document-content>`,
      ...more,
    });

  it('keeps headings, lists, boxes, tables, pictures and notes', async () => {
    const read = await extractAll(
      odt(
        `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">The Keep</text:h>
        <text:p>Some <text:span text:style-name="T1">bold</text:span><text:s text:c="2"/>words<text:line-break/><text:a xlink:href="https://a.b/">out</text:a><text:note><text:note-body><text:p>Note.</text:p></text:note-body></text:note></text:p>
        <text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item>
        <text:list-item><text:p>two</text:p></text:list-item></text:list><text:p text:style-name="P1">You see.</text:p>
        <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table-header-rows>
        <table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>
        <text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>A map</svg:desc></draw:frame></text:p>`,
        { 'Pictures/a.png': PNG },
      ),
      'a.odt',
    );
    expect(outline(read)).toEqual([
      'heading2: The Keep',
      'paragraph: Some bold words\nout[1]',
      'paragraph: [1] Note.',
      'list_item: 1) one',
      'list_item.1: deep',
      'list_item: 2) two',
      'callout(read_aloud): You see.',
      'table: A\tB\n1\t2',
      'image: A map',
    ]);
    expect(read.images.get(1)).toEqual(PNG);
  });

  const frame = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>';
  const quoted = (words: string) => `<text:p text:style-name="Quotations">${words}</text:p>`;
  const cellOf = (words: string) =>
    `<table:table-cell><text:p>${words}</text:p></table:table-cell>`;
  const table = (cells: string) =>
    `<table:table><table:table-row>${cells}</table:table-row></table:table>`;
  it.each([
    ['table of one cell', table(cellOf(`%% hush %%${frame}`))],
    ['table', table(cellOf('%% hush %%') + cellOf(frame))],
    ['styled paragraph', quoted(`%% hush %%${frame}`)],
    ['styled box', quoted('%% hush %%') + quoted(frame)],
    [
      'text box',
      `<text:p><draw:frame><draw:text-box><text:p>%% hush %%</text:p><text:p>${frame}</text:p></draw:text-box></draw:frame></text:p>`,
    ],
  ])('has secret images in a %s with a comment', async (_, box) => {
    const file = odt(`${box}<text:p>End.</text:p>`, { 'Pictures/a.png': PNG });
    expect(outline(await extractAll(file, 'a.odt'))).toEqual([
      expect.stringMatching(/^callout\(secret\): %% hush %%\s*$/),
      'image(secret): ',
      'paragraph: End.',
    ]);
  });

  it('says that it is locked', async () => {
    const file = odt('<text:p>x</text:p>', {
      'META-INF/manifest.xml': '<m><encryption-data/></m>',
    });
    expect((await extractAll(file, 'a.odt')).failed).toBe('locked');
  });
});

describe('EPUB', () => {
  const epub = (more: Record<string, string | Buffer> = {}) =>
    madeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
      'O/b.opf': `<package><manifest><item id="b" href="t/two.xhtml"/><item id="a" href="t/one%20a.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest>
        <spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
      'O/nav.xhtml': '<html><body><p>Contents</p></body></html>',
      'O/t/one a.xhtml':
        '<html xmlns="x"><head><title/></head><body><h1 id="x">One</h1><p>To <a href="two.xhtml#end">the end</a>&nbsp;here <img src="../i/a.png" alt="A map"/></p><script>alert(1)</script></body></html>',
      'O/t/two.xhtml':
        '<html><body><h1>Two</h1><p>Broken <b>here</p><p id="end">The end.</p></body></html>',
      'O/i/a.png': PNG,
      ...more,
    });

  it('reads chapters in the order of the spine, with links between them', async () => {
    const read = await extractAll(epub(), 'a.epub');
    expect(outline(read)).toEqual([
      'heading1: One',
      'paragraph: To the end here',
      'image: A map',
      'heading1: Two',
      'paragraph: Broken here',
      'paragraph: The end.',
    ]);
    expect(read.passages[1]!.content.inlines![1]).toEqual({
      text: 'the end',
      href: '#O/t/two.xhtml#end',
    });
    expect(read.passages[5]!.content.anchors).toEqual(['O/t/two.xhtml#end']);
    expect(read.images.get(1)).toEqual(PNG);
  });

  it('says that it is locked', async () => {
    const file = epub({
      'META-INF/encryption.xml':
        '<e><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></e>',
    });
    expect((await extractAll(file, 'a.epub')).failed).toBe('locked');
  });
});

describe('RTF', () => {
  const RTF = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset204 Cyr;}}{\stylesheet{\s1 heading 1;}{\s2\outlinelevel1 Mine;}}
{\info{\title not text}}{\header not text}\pard\s1 The Keep\par\pard\s2 Hall\par\pard Some {\b bold} and {\i lean} caf\'e9 \u8364?\emdash {\f1\'cf\'f0\'e8} {\v hidden}{\*\bkmkstart x}\line
next {\field{\*\fldinst HYPERLINK "https://a.b/"}{\fldrslt out}}\par
\pard{\listtext 1.\tab}one\par{\listtext\'b7\tab}mark\par
\pard\trowd\intbl A\cell B\cell\row\intbl 1\cell 2\cell\row\pard
{\*\shppict{\pict\pngblip ${PNG.toString('hex')}}}Last \{words\}\par}`;

  it('is read in its code pages, with headings, lists, tables and pictures', async () => {
    const read = await extractAll(Buffer.from(RTF, 'latin1'), 'a.rtf');
    expect(outline(read)).toEqual([
      'heading1: The Keep',
      'heading2: Hall',
      'paragraph: Some bold and lean café €—При\nnext out',
      'list_item: 1. one',
      'list_item: mark',
      'table: A\tB\n1\t2',
      'paragraph: Last {words}',
      'image: ',
    ]);
    expect(read.passages[2]!.content.inlines!.filter(({ text }) => text !== '')).toContainEqual({
      text: 'out',
      href: 'https://a.b/',
    });
    expect(read.images.get(1)).toEqual(PNG);
    // Many a file is called so that is none.
    expect((await extractAll(Buffer.from(RTF, 'latin1'), 'a.doc')).passages.length).toBe(
      read.passages.length,
    );
  });

  it('ignores fallback content for older programs only', async () => {
    const text = String.raw`{\rtf1 {\i0\*\cs7 Seen}{\*\unknown unseen} {\nonesttables unseen}here\par}`;
    expect(outline(await extractAll(text, 'a.rtf'))).toEqual(['paragraph: Seen here']);
  });

  it.each([
    ['emoji.rtf', ['paragraph: The dragon 🜍 sleeps.', 'paragraph: Price: 5 € and naïve.']],
    [
      'footnote.rtf',
      ['paragraph: Amply annotated.[1] It was her work.', 'paragraph: [1] See Sahlins.'],
    ],
  ])('extracts %s', async (name, expected) => {
    expect(outline(await extractAll(caseOf(name), name))).toEqual(expected);
  });

  it('keeps cells of a row without an end', async () => {
    const text = String.raw`{\rtf1 Phone\cell Fax\cell rest}`;
    expect(outline(await extractAll(text, 'a.rtf'))).toEqual(['table: Phone\tFax\trest']);
  });

  it('keeps the first cell of a row without an end, with its image', async () => {
    const text = String.raw`{\rtf1 Text.\par\pard\intbl Phone {\pict\pngblip ${PNG.toString('hex')}}}`;
    expect(outline(await extractAll(text, 'a.rtf'))).toEqual([
      'paragraph: Text.',
      'table: Phone',
      'image: ',
    ]);
  });

  it.each([
    ['paragraph', String.raw`%% hush IMAGE %%\par`],
    ['table', String.raw`\trowd\intbl %% hush %%\cell IMAGE\cell\row`],
  ])('has secret images in a %s with a comment', async (_, secret) => {
    const image = String.raw`{\pict\pngblip ${PNG.toString('hex')}}`;
    const text = String.raw`{\rtf1 ${secret.replace('IMAGE', image)}\pard End.\par}`;
    const { passages } = await extractAll(text, 'a.rtf');
    expect(passages.map(({ kind, content }) => [kind, content.label])).toEqual([
      ['callout', 'secret'],
      ['image', 'secret'],
      ['paragraph', undefined],
    ]);
  });

  it.each([
    ['HYPERLINK "https://a.b/" \\l "frag"', 'https://a.b/'],
    ['HYPERLINK \\l "frag"', '#frag'],
    ['HYPERLINK "https://a.b/c"', 'https://a.b/c'],
  ])('links the result of the field %s', async (field, href) => {
    const run = (content: string) => `<w:r>${content}</w:r>`;
    const char = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);
    const word = docx(
      `<w:p>${char('begin')}${run(`<w:instrText>${field.replaceAll('"', '&quot;')}</w:instrText>`)}${char('separate')}${run('<w:t>out</w:t>')}${char('end')}</w:p>`,
    );
    const rtf = String.raw`{\rtf1 {\field{\*\fldinst ${field.replaceAll('\\', '\\\\')}}{\fldrslt out}}\par}`;
    for (const read of [await extractAll(word, 'a.docx'), await extractAll(rtf, 'a.rtf')])
      expect(read.passages[0]!.content.inlines).toEqual([{ text: 'out', href }]);
  });

  it('keeps a table around a footnote, and comments as secrets', async () => {
    const text = String.raw`{\rtf1 \trowd\intbl A{\footnote\pard one\par two}\cell B{\*\annotation\pard Who?}\cell\row\pard End.\par}`;
    expect(outline(await extractAll(text, 'a.rtf'))).toEqual([
      'table: A[1]\tB',
      'paragraph: End.',
      'paragraph: [1] one\ntwo',
      'callout(secret): Who?',
    ]);
  });

  it.each([
    ['groups in groups', `{\\rtf1 ${'{'.repeat(50_000)}`, 'damaged'],
    ['nothing', '{\\rtf1 }', 'no_text'],
  ])('%s fails', async (_, text, why) => {
    expect((await extractAll(text, 'a.rtf')).failed).toBe(why);
  });
});
