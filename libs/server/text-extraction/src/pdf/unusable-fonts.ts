import type { PageText } from './layout/words';

/** Letters with which half of the text in European languages is written. */
const FREQUENT = /[etaoinsr]/g;
const LETTERS = 40;
/** Text of this length in any language has more frequent letters than `RARE`. */
const MANY_LETTERS = 300;
const RARE = 0.36;
/** With symbols between letters, shorter text and a larger share are enough. */
const RARE_WITH_SYMBOLS = 0.42;
const SYMBOL_WITHIN_WORD = /\p{L}[!"#$%*+<=>?@[\\\]^_`{|}~](?=\p{L})/gu;
/** Private use, unassigned and replacement characters. */
const UNKNOWN = /[\p{Co}\p{Cn}\ufffd]/gu;
const UNKNOWN_CHARACTERS = 8;
const MAX_SAMPLE = 50_000;

/**
 * Removes text in fonts that map glyphs to wrong characters, so that only garbage could be stored.
 * @returns whether there are such fonts
 */
export function removeUnusableFonts(pages: PageText[]): boolean {
  const samples = new Map<string, string>();
  for (const { lines } of pages)
    for (const { runs } of lines)
      for (const { font, text } of runs) {
        const sample = samples.get(font) ?? '';
        if (sample.length < MAX_SAMPLE) samples.set(font, `${sample}${text} `);
      }
  const unusable = new Set(
    [...samples].filter(([, text]) => isUnusable(text)).map(([font]) => font),
  );
  if (unusable.size === 0) return false;
  for (const page of pages)
    page.lines = page.lines
      .map((line) => ({ ...line, runs: line.runs.filter(({ font }) => !unusable.has(font)) }))
      .filter(({ runs }) => runs.length > 0);
  return true;
}

/** Whether the letter frequencies of a text are those of no language. Scripts other than Latin count as usable. */
function isUnusable(text: string): boolean {
  const characters = text.replace(/\s/g, '');
  const unknown = characters.match(UNKNOWN) ?? [];
  if (new Set(unknown).size >= UNKNOWN_CHARACTERS && unknown.length * 2 > characters.length)
    return true;
  const latin = text.normalize('NFD').toLowerCase().match(/[a-z]/g)?.join('') ?? '';
  const letters = characters.match(/\p{L}/gu)?.length ?? 0;
  if (latin.length < LETTERS || latin.length * 2 < letters) return false;
  const frequent = (latin.match(FREQUENT)?.length ?? 0) / latin.length;
  const symbols = text.match(SYMBOL_WITHIN_WORD)?.length ?? 0;
  return (
    (latin.length >= MANY_LETTERS && frequent < RARE) ||
    (frequent < RARE_WITH_SYMBOLS && symbols * 20 > latin.length)
  );
}
