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
    expect(path).toBe(`C/${'x'.repeat(120)}.pdf`);
  });
});
