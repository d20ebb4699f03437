import { ArchiveNames } from './archive-names';

describe('paths in an archive', () => {
  it('keep folder and name', () => {
    expect(new ArchiveNames().pathFor('Curse of Strahd', 'map.png')).toBe(
      'Curse of Strahd/map.png',
    );
  });

  it('are unique, case-insensitively', () => {
    const names = new ArchiveNames();
    expect(
      ['map.png', 'MAP.png', 'map.png', 'map (2).png'].map((n) => names.pathFor('C', n)),
    ).toEqual(['C/map.png', 'C/MAP (2).png', 'C/map (3).png', 'C/map (2) (2).png']);
  });

  it.each([
    ['../../etc', 'passwd', '..-..-etc/passwd'],
    ['a/b\\c', 'x', 'a-b-c/x'],
    ['AC: DC?', 'a*b.txt', 'AC- DC-/a-b.txt'],
    ['..', '...', 'campaign/document'],
    ['dots. ', 'x', 'dots/x'],
    [' spaces ', ' x', 'spaces/x'],
    ['', '\u202e', 'campaign/document'],
  ])('can be unpacked anywhere: %j, %j', (folder, name, path) => {
    expect(new ArchiveNames().pathFor(folder, name)).toBe(path);
  });

  it('are shortened before the ending', () => {
    const path = new ArchiveNames().pathFor('C', `${'x'.repeat(250)}.pdf`);
    expect(path).toBe(`C/${'x'.repeat(237)}.pdf`);
  });

  it('have at most 255 bytes with a number and the extension of a text, and end between characters', () => {
    const names = new ArchiveNames();
    for (const letter of ['家', '👩‍👩‍👧', 'é'.normalize('NFD')]) {
      const name = `${letter.repeat(120)}.pdf`;
      const paths = [names.pathFor('C', name), names.pathFor('C', name)];
      for (const path of paths) {
        const [, file = ''] = path.split('/');
        expect(Buffer.byteLength(`${file}.json`)).toBeLessThanOrEqual(255);
        expect(file.replace(/( \(2\))?\.pdf$/, '')).toBe(
          letter
            .normalize('NFC')
            .repeat(
              [...new Intl.Segmenter().segment(file.split('.')[0]!.replace(' (2)', ''))].length,
            ),
        );
      }
    }
  });

  it.each([
    ['CON.md', 'CON_.md'],
    ['aux', 'aux_'],
    ['Lpt1.tar.gz', 'Lpt1_.tar.gz'],
    ['console.md', 'console.md'],
  ])('use no reserved name of Windows: %s', (name, expected) => {
    expect(new ArchiveNames().pathFor('nul', name)).toBe(`nul_/${expected}`);
  });
});
