import type { Found } from '../../../uploads/bulk-upload/found-files';
import { isPacked, sourceOf, type ImportSource } from './import-source';

const GIGABYTE = 1024 ** 3;

function found(paths: readonly string[], more: Partial<Found> & { bytes?: number } = {}): Found {
  const { bytes, ...rest } = more;
  const files = paths.map((path) => {
    const folders = path.split('/');
    const file = new File(['text'], folders.pop() ?? '');
    if (bytes !== undefined) Object.defineProperty(file, 'size', { value: bytes });
    return { file, folders };
  });
  return { files, folders: 0, hidden: 0, unreadable: [], isCutShort: false, ...rest };
}

function accepted(result: ImportSource | string): ImportSource {
  if (typeof result === 'string') throw new Error(result);
  return result;
}

describe('the source of an import', () => {
  it('is a folder in the order of its paths, without settings and system files', () => {
    const source = accepted(
      sourceOf(
        found([
          'Vault/Room 10.md',
          'Vault/Room 9.md',
          'Vault/.obsidian/app.json',
          'Vault/.git/HEAD',
          'Vault/.trash/Old.md',
          '__MACOSX/._Room 9.md',
          'Vault/.DS_Store',
        ]),
      ),
    );
    expect(source.files.map(({ path }) => path)).toEqual(['Vault/Room 9.md', 'Vault/Room 10.md']);
    expect([source.name, source.size, isPacked(source)]).toEqual(['Vault.zip', 8, true]);
  });

  it('is a single file unchanged, and several files as one zip', () => {
    const zip = accepted(sourceOf(found(['Export.zip'])));
    expect([zip.name, isPacked(zip)]).toEqual(['Export.zip', false]);
    const notes = accepted(sourceOf(found(['One.md', 'Two.md'])));
    expect([notes.name, isPacked(notes)]).toEqual(['Files.zip', true]);
  });

  it('is refused before the upload if it is too large, with the number', () => {
    expect(sourceOf(found(['Film.zip'], { bytes: 1.5 * GIGABYTE }))).toMatch(
      /^These files have 1\.5 GB\. At most 1 GB/,
    );
    expect(sourceOf(found(['Film.zip'], { bytes: GIGABYTE + 1 }))).toMatch(
      /a little more than 1 GB/,
    );
    expect(accepted(sourceOf(found(['Film.zip'], { bytes: GIGABYTE }))).size).toBe(GIGABYTE);
  });

  it('is refused if it has too many files, none, or unreadable ones', () => {
    const many = Array.from({ length: 20_001 }, (_, at) => `Vault/${at}.md`);
    expect(sourceOf(found(many))).toMatch(/^20,001 files at once\. At most 20,000/);
    expect(accepted(sourceOf(found(many.slice(1)))).files).toHaveLength(20_000);
    expect(sourceOf(found(['Vault/1.md'], { isCutShort: true }))).toMatch(
      /^More than 20,000 files/,
    );
    expect(sourceOf(found(['Vault/.obsidian/app.json']))).toMatch(/^No files to import/);
    expect(sourceOf(found(['Vault/1.md'], { unreadable: ['Locked'] }))).toMatch(
      /^Locked could not be read/,
    );
  });
});
