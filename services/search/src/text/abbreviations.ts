/** Terms of tabletop games by abbreviation, without plural. */
const TERMS: Readonly<Record<string, string[]>> = {
  ac: ['armor class', 'armour class'],
  hp: ['hit point', 'health point'],
  hd: ['hit dice', 'hit die'],
  dc: ['difficulty class'],
  cr: ['challenge rating'],
  xp: ['experience point'],
  gp: ['gold piece'],
  sp: ['silver piece'],
  cp: ['copper piece'],
  pp: ['platinum piece'],
  ep: ['electrum piece'],
  mp: ['magic point', 'mana point'],
  ap: ['action point'],
  gm: ['game master'],
  dm: ['dungeon master'],
  pc: ['player character'],
  npc: ['nonplayer character', 'non player character', 'non-player character'],
};
/** Abbreviations of single words, and ordinal numbers up to the highest level of spells. */
const WORDS: Readonly<Record<string, string>> = {
  str: 'strength',
  dex: 'dexterity',
  con: 'constitution',
  int: 'intelligence',
  wis: 'wisdom',
  cha: 'charisma',
  xp: 'experience',
  lvl: 'level',
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  '5th': 'fifth',
  '6th': 'sixth',
  '7th': 'seventh',
  '8th': 'eighth',
  '9th': 'ninth',
};

const BY_TERM = new Map(
  Object.entries(TERMS).flatMap(([short, terms]) => terms.map((term) => [term, short] as const)),
);
const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([short, word]) => [
    [short, word] as const,
    [word, short] as const,
  ]),
);
/** The longest term first, so that a nonplayer character is no player character. */
const TERM = new RegExp(
  String.raw`\b(${[...BY_TERM.keys()].sort((a, b) => b.length - a.length).join('|')})s?\b`,
  'giu',
);
const MAX_WORDS = 3;

/** Terms in a text that have an abbreviation, with offsets. */
export const abbreviatedTermsIn = (text: string): { word: string; start: number; end: number }[] =>
  [...text.matchAll(TERM)].flatMap(({ 0: whole, 1: term = '', index }) => {
    const word = BY_TERM.get(term.toLowerCase());
    return word === undefined ? [] : [{ word, start: index, end: index + whole.length }];
  });

/** The other spelling of a normalized word: strength for str, and vice versa. */
export const otherSpelling = (word: string): string | undefined => BY_WORD.get(word);

/** Abbreviations by position of the words that they replace, in normalized words of a query. */
export function abbreviationsOf(words: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (let at = 0; at < words.length; at++)
    for (let length = 2; length <= Math.min(MAX_WORDS, words.length - at); length++) {
      const term = words.slice(at, at + length).join(' ');
      const short = BY_TERM.get(term) ?? BY_TERM.get(term.replace(/s$/, ''));
      if (short !== undefined)
        for (let part = at; part < at + length; part++) found.set(part, short);
    }
  return found;
}
