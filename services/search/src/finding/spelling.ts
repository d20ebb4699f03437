import type { Reader } from '../words/stems';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';

/** A word that the viewer may know, in place of one that was asked for; `weight` is 1 where it is the same. */
export interface Reading {
  word: string;
  weight: number;
  /** Taken for a misspelt one; else it is, or begins with, what was asked. */
  isGuess?: true;
}

export interface SpeltWord {
  asked: string;
  readings: Reading[];
  /** Whether it stands in what the viewer sees, or begins or is a form of what does. */
  isKnown: boolean;
  /** What to ask for instead, where nobody wrote the word so. */
  meant?: Reading;
}

/** Words of a question for which others are looked up; each costs two questions to the index, in each campaign. */
const MOST_LOOKED_UP = 8;
const MOST_CORRECTIONS = 3;
const MOST_BEGINNINGS = 8;
/** Words that are looked at more closely, of those alike. */
const MOST_ALIKE = 40;
/** Words of fewer letters are like too many others: hit is not a misspelt hut. */
const LEAST_TO_CORRECT = 4;
/** So short, two words that sound alike are two words more often than one that is misspelt: dead and did. */
const SHORT = 4;
const BEGINNING = 0.8;
const TOGETHER = 0.7;

/**
 * Reads the words of a question as the viewer's own texts spell them: as they are; else as the beginning of words; else as
 * misspelt ones, by their letters and their sound. The last word of what is not finished is a beginning too.
 */
export async function readWords(
  db: Reader,
  viewer: Viewer,
  words: readonly string[],
  isFinished = false,
): Promise<SpeltWord[]> {
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const known = await knownWords(db, viewer, [...words, ...joined]);
  const last = isFinished ? undefined : words.length - 1;
  const unknown = words.flatMap((word, at) => (known.has(word) && at !== last ? [] : [at]));
  const lookedUp = new Set([...unknown.slice(0, MOST_LOOKED_UP), last]);
  const spelt = await Promise.all(
    words.map((asked, at) => readWord(db, viewer, asked, known.has(asked), lookedUp.has(at))),
  );
  for (const [at, word] of joined.entries())
    if (known.has(word))
      for (const one of [spelt[at], spelt[at + 1]])
        if (one && !one.readings.some((reading) => reading.word === word))
          one.readings.push({ word, weight: TOGETHER });
  return spelt;
}

async function readWord(
  db: Reader,
  viewer: Viewer,
  asked: string,
  isKnown: boolean,
  isLookedUp: boolean,
): Promise<SpeltWord> {
  const readings: Reading[] = [{ word: asked, weight: 1 }];
  if (asked.length < 3 || !isLookedUp) return { asked, readings, isKnown };
  const begun = await beginnings(db, viewer, asked, MOST_BEGINNINGS);
  for (const word of begun)
    if (word !== asked) readings.push({ word, weight: isKnown ? BEGINNING / 2 : BEGINNING });
  if (isKnown || readings.length > 1) return { asked, readings, isKnown: true };
  if (asked.length < LEAST_TO_CORRECT) return { asked, readings, isKnown };
  const corrections = await alike(db, viewer, asked);
  readings.push(...corrections);
  const [best] = corrections;
  return { asked, readings, isKnown, ...(best && { meant: best }) };
}

async function knownWords(
  db: Reader,
  viewer: Viewer,
  words: readonly string[],
): Promise<Set<string>> {
  const rows = await db.queryOften<{ word: string }>(
    `SELECT word FROM (${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages', 'p.word = ANY ($3::text[])')}) w
      GROUP BY word HAVING sum(passages) > 0`,
    [...viewerParams(viewer), words],
  );
  return new Set(rows.map(({ word }) => word));
}

/** What is joined by a hyphen stands in the index by its parts too. */
const IS_ONE_WORD = "strpos(p.word, '-') = 0";

/** Words that begin so, those first that stand in most passages. */
export async function beginnings(
  db: Pick<Reader, 'query'>,
  viewer: Viewer,
  beginning: string,
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ word: string }>(
    `SELECT word FROM (${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages', `p.word >= $3 AND p.word < $3 || U&'\\+10FFFF' AND ${IS_ONE_WORD}`)}) w
      GROUP BY word HAVING sum(passages) > 0 ORDER BY sum(passages) DESC, word LIMIT $4`,
    [...viewerParams(viewer), beginning, most],
  );
  return rows.map(({ word }) => word);
}

/** Words that are written or sound much like another one, the likest first. */
async function alike(db: Reader, viewer: Viewer, asked: string): Promise<Reading[]> {
  const rows = await db.query<{ word: string; passages: number; sounds: boolean }>(
    `SELECT word, sum(passages)::int AS passages, bool_or(sound = sound_of($3)) AS sounds FROM (
       ${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages, p.sound', `length(p.word) BETWEEN length($3) - 2 AND length($3) + 2 AND p.word % $3 AND ${IS_ONE_WORD}`)}
       UNION ALL
       ${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages, p.sound', 'p.sound = sound_of($3)')}) w
      GROUP BY word HAVING sum(passages) > 0 ORDER BY similarity(word, $3) DESC, passages DESC, word LIMIT ${MOST_ALIKE}`,
    [...viewerParams(viewer), asked],
  );
  return rows
    .flatMap(({ word, passages, sounds }) => {
      const distance = editDistance(asked, word);
      const allowed = sounds && asked.length > SHORT ? asked.length / 2 : asked.length / 4 + 0.5;
      if (distance > allowed) return [];
      // What sounds alike is a little likelier than what is only written so.
      return [{ word, passages, cost: distance - (sounds ? 0.5 : 0) }];
    })
    .sort((a, b) => a.cost - b.cost || b.passages - a.passages || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_CORRECTIONS)
    .map(({ word, cost }) => ({
      word,
      weight: Math.max(0.3, 1 - (cost + 0.5) / asked.length),
      isGuess: true as const,
    }));
}

/** Letters to add, leave out, change, or exchange with the next one, so that one word becomes another. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
