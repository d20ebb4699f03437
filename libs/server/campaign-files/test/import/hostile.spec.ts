import { randomBytes } from 'node:crypto';
import { madeZip, zipOf, type MadeEntry } from './made-zip';
import { importBytes, importZip } from './read-all';

const MEGABYTE = 1024 * 1024;
const SAFE: MadeEntry = { name: 'safe.md', content: 'Text' };

describe('an archive', () => {
  it.each([
    ['a parent folder', { name: '../evil.md', content: 'x' }, 'unsafe_path'],
    ['a parent folder in the middle', { name: 'a/../../evil.md', content: 'x' }, 'unsafe_path'],
    ['a parent folder with backslashes', { name: '..\\evil.md', content: 'x' }, 'unsafe_path'],
    ['an absolute path', { name: '/etc/passwd', content: 'x' }, 'unsafe_path'],
    ['a drive', { name: 'C:\\evil.md', content: 'x' }, 'unsafe_path'],
    ['a zero byte', { name: 'a\0.md', content: 'x' }, 'unsafe_path'],
    ['a long path', { name: `${'a/'.repeat(600)}b.md`, content: 'x' }, 'unsafe_path'],
    ['a symbolic link', { name: 'link.md', content: '/etc/passwd', mode: 0o120777 }, 'unsafe_path'],
    ['an encrypted entry', { name: 'a.md', content: 'x', isLocked: true }, 'locked'],
    ['an unknown method', { name: 'a.md', content: 'x', method: 12 }, 'unsupported'],
    ['a wrong checksum', { name: 'a.md', content: 'xyz', crc: 1 }, 'damaged'],
    ['a wrong checksum of a file', { name: 'a.png', content: 'xyz', crc: 1 }, 'damaged'],
    ['a size that is too small', { name: 'a.png', content: 'x'.repeat(5000), size: 10 }, 'damaged'],
    ['a size that is too large', { name: 'a.png', content: 'xyz', size: 5000 }, 'damaged'],
    ['an empty text', { name: 'a.txt', content: '' }, 'empty'],
    ['a bomb', { name: 'a.png', content: Buffer.alloc(3 * MEGABYTE) }, 'too_large'],
    ['a bomb as a note', { name: 'a.md', content: 'x'.repeat(3 * MEGABYTE) }, 'too_large'],
  ])('with %s imports the rest', async (_, entry: MadeEntry, reason) => {
    const filler = { name: 'filler.bin', content: randomBytes(100_000) };
    const imported = await importBytes(madeZip([entry, SAFE, filler]));
    expect(imported.problems.map((problem) => problem.reason)).toEqual([reason]);
    expect(imported.notes.map(({ path }) => path)).toEqual(['safe.md']);
    expect(imported.files.map(({ path }) => path)).toEqual(['filler.bin']);
    expect(imported.items).toBe(2);
  });

  it.each([
    [
      'a bomb of many entries',
      Array.from({ length: 40 }, (_, at) => ({
        name: `${at}.png`,
        content: Buffer.alloc(MEGABYTE),
      })),
      'too_large',
    ],
    ['only encrypted entries', [{ name: 'a.md', content: 'x', isLocked: true }], 'locked'],
    [
      'only junk',
      [
        { name: '__MACOSX/a.md', content: 'x' },
        { name: 'b/Thumbs.db', content: 'x' },
        { name: '.git/HEAD', content: 'x' },
        { name: '.gitattributes', content: 'x' },
      ],
      'empty',
    ],
    ['no entries', [], 'empty'],
    ['only a damaged entry', [{ name: 'a.md', content: 'x', crc: 7 }], 'damaged'],
    [
      '20,001 entries',
      Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}.md`, content: 'x' })),
      'too_many',
    ],
    [
      'a size of a stored entry that is too large',
      [{ name: 'a.md', content: 'x', method: 0, size: 99 }],
      'damaged',
    ],
  ])('with %s fails', async (_, entries: MadeEntry[], reason) => {
    expect(await importBytes(madeZip(entries))).toMatchObject({
      failed: reason,
      order: expect.not.arrayContaining(['format']),
    });
  });

  it.each([
    ['a limit of bytes in total', { unpackedBytes: 1000 }, 'too_large'],
    ['a limit of entries', { entries: 3 }, 'too_many'],
  ])('fails at %s, also in nested archives', async (_, limits, reason) => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`${at}.md`, randomBytes(200).toString('hex')]),
    );
    expect((await importZip(files, { limits })).failed).toBe(reason);
    const nested = await importZip({ 'Part-1.zip': zipOf(files) }, { limits });
    expect([nested.failed, nested.left]).toEqual([reason, []]);
  });

  it('reports files above the limit of one file', async () => {
    const imported = await importZip(
      { 'a.png': randomBytes(300), 'b.png': 'x' },
      { limits: { fileBytes: 200 } },
    );
    expect(imported.problems).toEqual([{ path: 'a.png', reason: 'too_large' }]);
    const alone = await importBytes(randomBytes(300), {
      name: 'a.png',
      limits: { fileBytes: 200 },
    });
    expect(alone.failed).toBe('too_large');
  });

  it('may pack small files well', async () => {
    const imported = await importZip({ 'a.bmp': Buffer.alloc(900_000) });
    expect(imported.files).toHaveLength(1);
  });

  it.each([
    ['truncated', (zip: Buffer) => zip.subarray(0, zip.length - 30)],
    [
      'cut in its directory',
      (zip: Buffer) => Buffer.concat([zip.subarray(0, 60), zip.subarray(zip.length - 22)]),
    ],
    ['without its end', (zip: Buffer) => zip.subarray(0, 50)],
    ['overwritten', (zip: Buffer) => Buffer.concat([Buffer.alloc(40), zip.subarray(40)])],
  ])('that is %s is damaged', async (_, break_) => {
    const zip = zipOf({ 'a.md': 'Some text.', 'b.md': 'Some text.' });
    const imported = await importBytes(break_(zip));
    const reasons = imported.problems.map(({ reason }) => reason);
    expect([imported.failed ?? reasons[0]]).toEqual(['damaged']);
  });

  it('without bytes is empty', async () => {
    expect((await importBytes('')).failed).toBe('empty');
  });

  it('imports names that some file systems do not distinguish, and reports the later one', async () => {
    const imported = await importBytes(
      madeZip([
        { name: 'Zoë.md'.normalize('NFD'), content: 'one' },
        { name: 'Zoë.md'.normalize('NFC'), content: 'two' },
        { name: 'zoË.md', content: 'three' },
      ]),
    );
    expect(imported.notes.map(({ sourceId, passages }) => [sourceId, passages[0]!.text])).toEqual([
      ['Zoë.md', 'one'],
      ['Zoë (2).md', 'two'],
      ['zoË.md', 'three'],
    ]);
    expect(imported.problems).toEqual([
      { path: 'Zoë.md', reason: 'same_name' },
      { path: 'zoË.md', reason: 'same_name' },
    ]);
  });

  it('keeps names that are special on some file systems', async () => {
    const names = [
      'CON.md',
      'aux',
      'trailing. .md',
      'Q: who?.md',
      'a*b|c.md',
      'Ka’Vesh.md',
      'Ægir Þorrin.md',
      'חוזה.md',
      ' a .md',
    ];
    const imported = await importBytes(
      madeZip([...names, 'bad\u202ename\n.md'].map((name) => ({ name, content: 'x' }))),
    );
    expect([...imported.notes, ...imported.files].map(({ path }) => path).sort()).toEqual(
      [...names, 'badname.md'].sort(),
    );
    expect(imported.problems).toEqual([]);
  });

  it('decodes names in code page 437 and unmarked UTF-8', async () => {
    const imported = await importBytes(
      madeZip([
        { name: Buffer.from([0x5a, 0x6f, 0x89, 0x2e, 0x6d, 0x64]), content: 'x', isUtf8: false },
        { name: 'Straße.md', content: 'x', isUtf8: false },
      ]),
    );
    expect(imported.notes.map(({ title }) => title)).toEqual(['Zoë', 'Straße']);
  });

  it('removes the folder of a vault and of a packed folder', async () => {
    const paths = async (files: Record<string, string>) =>
      (await importZip(files)).notes.map(({ path }) => path);
    expect(await paths({ 'World/.obsidian/app.json': '{}', 'World/a/b.md': 'x' })).toEqual([
      'a/b.md',
    ]);
    expect(await paths({ 'World/a.md': 'x', 'World/b/c.md': 'x' })).toEqual(['a.md', 'b/c.md']);
    expect(await paths({ 'Places/Towns/a.md': 'x', 'Places/Towns/b.md': 'x' })).toEqual([
      'Places/Towns/a.md',
      'Places/Towns/b.md',
    ]);
  });
});
