import fc from 'fast-check';
import { chosenFileName, cleanFileName, nameForFile, uploadedFileName } from './file-name';

describe('cleanFileName', () => {
  it.each([
    ['map.png', 'map.png'],
    ['  Karte der Burg – Süd.pdf ', 'Karte der Burg – Süd.pdf'],
    ['地図🗺️.webp', '地図🗺️.webp'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\map.png', 'map.png'],
    ['folder/', 'folder'],
    ['a\u0000b\r\nc\td.txt', 'abcd.txt'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['.hidden', '.hidden'],
    ['..', ''],
    ['map.png/.', 'map.png'],
    ['map.png/ /..', 'map.png'],
    ['a/./b/', 'b'],
    ['/', ''],
    ['\u202e\u0007', ''],
    ['\u200b\u2060', ''],
    ['e\u0301.txt', 'é.txt'],
    ['half \ud83d.txt', 'half \ufffd.txt'],
  ])('%j becomes %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  it('leaves nothing that makes a path or hides the ending, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const cleaned = cleanFileName(name);
        expect(cleaned).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(['.', '..']).not.toContain(cleaned);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleanFileName(cleaned)).toBe(cleaned);
      }),
    );
  });
});

it('names a file that has lost its whole name in the upload, and refuses such a choice', () => {
  expect(uploadedFileName('\u202e', 'file_name')).toBe('document');
  expect(() => chosenFileName(' / ', 'original_filename')).toThrow('must not be empty');
  expect(chosenFileName(' a/map.png ', 'original_filename')).toBe('map.png');
});

it('counts characters as people do, up to 255', () => {
  expect(uploadedFileName('🗺'.repeat(255), 'file_name')).toHaveLength(510);
  expect(() => uploadedFileName('x'.repeat(256), 'file_name')).toThrow('at most 255');
});

describe('the name of a document with another file', () => {
  const named = (original_filename: string, content_type: string) => ({
    original_filename,
    content_type,
  });
  it.each([
    ['Barovia.png', 'image/png', 'v2.pdf', 'application/pdf', 'Barovia.pdf'],
    ['Barovia.JPG', 'image/jpeg', 'v2.jpeg', 'image/jpeg; q=1', 'Barovia.JPG'],
    ['Barovia', 'image/png', 'v2.pdf', 'application/pdf', 'Barovia'],
    ['Barovia.png', 'image/png', 'v2', 'application/pdf', 'Barovia.png'],
    ['Session 1.5', 'text/plain', 'v2.pdf', 'application/pdf', 'Session 1.5'],
    ['.notes', 'text/plain', 'v2.pdf', 'application/pdf', '.notes'],
    ['Bag.ttf', 'application/octet-stream', 'v2.rpg', 'application/octet-stream', 'Bag.rpg'],
    ['Map.PNG', 'image/png', 'v2.png', 'application/octet-stream', 'Map.PNG'],
    ['Notes.md of Mira', 'text/markdown', 'v2.pdf', 'application/pdf', 'Notes.md of Mira'],
    ['Log.txt', 'text/plain ; charset=utf-8', 'v2.log', 'text/plain', 'Log.txt'],
    ['Song.mp3', 'audio/mpeg', 'v2.7z', 'application/x-7z-compressed', 'Song.7z'],
  ])('%s (%s) becomes with %s (%s) %s', (name, type, file, fileType, expected) => {
    expect(nameForFile(named(name, type), named(file, fileType))).toBe(expected);
  });

  it('stays within the limit', () => {
    const long = named(`${'🐉'.repeat(251)}.png`, 'image/png');
    const name = nameForFile(long, named('a.webp', 'image/webp'));
    expect(name).toBe(`${'🐉'.repeat(250)}.webp`);
  });
});
