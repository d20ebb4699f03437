import {
  MAX_NAME_LINK,
  hrefOfFileLink,
  nameHref,
  nameLink,
  namesOfLink,
  titleOfNameLink,
} from './name-link';

describe('a link by name', () => {
  it.each([
    [{ name: 'Castle' }, 'name:Castle'],
    [{ name: ' Odo  the Miller ', heading: 'Old Mill' }, 'name:Odo%20the%20Miller#Old%20Mill'],
    [{ name: 'Zoe\u0308' }, 'name:Zo%C3%AB'],
    [{ name: 'a#b|c' }, 'name:a%23b%7Cc'],
    [{ name: 'x\u0000\ud800y' }, 'name:x%20y'],
  ])('of %j is %s', (link, href) => {
    expect(nameHref(link)).toBe(href);
    expect(nameHref(nameLink(href)!)).toBe(href);
  });

  it('has a name, and is bounded', () => {
    expect(nameHref({ name: ' ', heading: 'Mill' })).toBeUndefined();
    expect(nameHref({ name: 'x'.repeat(MAX_NAME_LINK) })).toBeDefined();
    expect(nameHref({ name: 'x'.repeat(MAX_NAME_LINK), heading: 'y' })).toBeUndefined();
  });

  it.each([
    'name:',
    'name:#x',
    'name:%',
    'name:a b',
    'name:%41',
    'name:a#',
    'NAME:a',
    'name:a#b#c',
    'https://a.example',
    '#d-1',
    undefined,
  ])('is not %s', (href) => {
    expect(nameLink(href)).toBeUndefined();
  });

  it('has names to look for, with and without folders and the ending of a text', () => {
    expect(namesOfLink({ name: 'People/Odo.md' })).toEqual(['People/Odo.md', 'Odo.md', 'Odo']);
    expect(namesOfLink({ name: 'Dr. Odo' })).toEqual(['Dr. Odo']);
    expect(namesOfLink({ name: 'map.png' })).toEqual(['map.png']);
  });

  it('asks for a note, unless it names another file', () => {
    expect(titleOfNameLink({ name: 'People/Odo.md' })).toBe('Odo');
    expect(titleOfNameLink({ name: 'Session 1.5' })).toBe('Session 1.5');
    expect(titleOfNameLink({ name: 'maps/map.png' })).toBeUndefined();
    expect(titleOfNameLink({ name: 'board.canvas' })).toBeUndefined();
    expect(titleOfNameLink({ name: 'People/' })).toBeUndefined();
  });
});

describe('a link to a file', () => {
  it.each([
    ['../People/Odo%20the%20Miller.md#old-mill', 'name:Odo%20the%20Miller.md#old-mill'],
    ['./Odo', 'name:Odo'],
    ['100%.md', 'name:100%25.md'],
    ['a%2Fb.md', 'name:a%2Fb.md'],
    ['Odo.md?x=1#a%20b', 'name:Odo.md#a%20b'],
    ['/People/Odo.md', 'name:Odo.md'],
    ['/wiki/Odo', undefined],
    ['', undefined],
    ['../', undefined],
    ['..', undefined],
    ['?page=2', undefined],
    ['//a.example/Odo.md', undefined],
    ['www.a.example', undefined],
    ['javascript:alert(1)', undefined],
    ['C:\\Odo.md', undefined],
    ['\\\\server\\Odo.md', undefined],
  ])('%s is %s', (address, href) => {
    expect(hrefOfFileLink(address)).toBe(href);
  });
});
