import { findByName } from './find-by-name';

const NAMES = [
  'Map of Barovia.png',
  'Death House.pdf',
  'The blacksmith’s wife.md',
  'Café Ælwyn – menu.pdf',
  'Straße nach Łódź.txt',
  'session 07 recap.md',
  'Handout 12 (old map).pdf',
];
const find = (wanted: string, names: readonly string[] = NAMES) =>
  findByName(names, String, wanted);

describe('finding by name', () => {
  it('matches words in any order and case', () => {
    expect(find('BAROVIA map')).toEqual(['Map of Barovia.png']);
    expect(find('recap 07')).toEqual(['session 07 recap.md']);
  });

  it.each([
    ['cafe aelwyn', 'Café Ælwyn – menu.pdf'],
    ['strasse lodz', 'Straße nach Łódź.txt'],
    ['blacksmiths'.slice(0, 10), 'The blacksmith’s wife.md'],
  ])('finds %s without its accents and signs', (wanted, name) => {
    expect(find(wanted)).toEqual([name]);
  });

  it('puts names first whose words begin so, and otherwise keeps the order', () => {
    expect(find('map')).toEqual(['Map of Barovia.png', 'Handout 12 (old map).pdf']);
    expect(find('ma', ['Roma', 'Map', 'Drama', 'Mark'])).toEqual(['Map', 'Mark', 'Roma', 'Drama']);
  });

  it('puts a name that begins so before one with such a word further on', () => {
    expect(find('map', ['Old map', 'Map of Barovia'])).toEqual(['Map of Barovia', 'Old map']);
  });

  it('finds by labels too, after everything that is called so', () => {
    const labels: Record<string, string[]> = { 'tavern.wav': ['npcs/barovia'] };
    const named = (wanted: string) =>
      findByName(['tavern.wav', 'letter.md', 'old snpcs.md', 'npcs.md'], String, wanted, (name) => {
        return labels[name] ?? [];
      });
    expect(named('npc')).toEqual(['npcs.md', 'old snpcs.md', 'tavern.wav']);
    expect(named('tavern barovia')).toEqual(['tavern.wav']);
  });

  it.each([
    ['baorvia', 'Map of Barovia.png'],
    ['blacksmyth', 'The blacksmith’s wife.md'],
    ['deth house', 'Death House.pdf'],
    ['handdout', 'Handout 12 (old map).pdf'],
    ['blaksmiht', 'The blacksmith’s wife.md'],
  ])('forgives the slips of %s', (wanted, name) => {
    expect(find(wanted)).toEqual([name]);
  });

  it('tolerates typos only without an exact match', () => {
    expect(find('mask', ['Mask', 'Mast'])).toEqual(['Mask']);
    expect(find('masc', ['Mask', 'Mast'])).toEqual(['Mask', 'Mast']);
  });

  it('takes short words and numbers at their word', () => {
    expect(find('13', ['Page 12', 'Page 14'])).toEqual([]);
    expect(find('mip')).toEqual([]);
    expect(find('zzzz')).toEqual([]);
  });

  it('finds everything while nothing is wanted', () => {
    expect(find('  ')).toEqual(NAMES);
  });
});
