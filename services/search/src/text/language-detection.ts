import { WORD } from './normalization';

/** Languages with a stemmer in PostgreSQL, by their most frequent words. */
const FREQUENT: Readonly<Record<string, string>> = {
  english:
    'the of and to in is that it for was with his her they this are have from not you be a an on at by as or if can when which who their has had will one its your but all',
  german: 'der die das und ist nicht ein eine mit sich auf dem den von zu im fur auch sie er',
  french: 'le la les des une est dans que qui pas pour sur avec ne ce il elle sont aux du',
  spanish: 'el los las una es en que por con para del se su como mas pero lo al esta y',
  italian: 'il gli che di non una per con del della sono nel si lo alla anche piu questo e dei',
  portuguese: 'os um uma nao que do da em para com por se mais dos das ao seu sua e foi',
  dutch: 'de het een van en is niet op te dat die voor met zijn aan er ook als maar bij',
  swedish: 'och att det som en ett ar inte av for med den pa har till om jag han de var',
  danish: 'og at det som en et er ikke af for med den pa har til om jeg han de var blev',
  norwegian: 'og at det som en et er ikke av for med den pa har til om jeg han de var ble',
  finnish: 'ja on ei se etta han oli mutta joka myos kun niin ovat hanen mita jos tai sen ole',
  romanian: 'si in nu este care cu pe din la mai sa un o ca fost lui sunt pentru ale',
  hungarian: 'a az es nem hogy egy is van volt meg de ez csak mint azt ha aki kell el mar',
};
const LANGUAGES = Object.entries(FREQUENT).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{sc=Cyrillic}/u, 'russian'],
  [/\p{sc=Greek}/u, 'greek'],
  [/\p{sc=Arabic}/u, 'arabic'],
  [/\p{sc=Hangul}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hebrew}|\p{sc=Thai}/u, 'simple'],
];
const MAX_WORDS = 200;

export const DEFAULT_LANGUAGE = 'english';

/**
 * Detects the language of a normalized text, as named by PostgreSQL; English by default. Looks at each passage alone,
 * so that hidden passages have no influence.
 */
export function detectLanguage(text: string): string {
  const words = (text.slice(0, 4000).match(WORD) ?? []).slice(0, MAX_WORDS);
  const sample = words.slice(0, 20).join(' ');
  for (const [script, language] of SCRIPTS) if (script.test(sample)) return language;
  const counts = new Map<string, number>();
  for (const word of words)
    for (const [language, frequent] of LANGUAGES)
      if (frequent.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const english = counts.get(DEFAULT_LANGUAGE) ?? 0;
  const [language, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [
    DEFAULT_LANGUAGE,
    english,
  ] as const);
  return most >= 3 && most > english * 1.5 ? language : DEFAULT_LANGUAGE;
}
