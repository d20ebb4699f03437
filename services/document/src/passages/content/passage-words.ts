import type { Transaction } from '@tomekeeper/persistence';
import { normalizeText } from './normalized-text';

// Word index of passages per campaign. The audience is stored with the passage only, so revealing and hiding write
// nothing here.

/** Single letters are not searched for, and longer strings are not words. */
const LENGTHS = { least: 2, most: 64 };

/** The words of a folded text, each once. */
function wordsOf(foldedText: string): string[] {
  const words = foldedText
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= LENGTHS.least && length <= LENGTHS.most);
  return [...new Set(words)];
}

/** Words are indexed per campaign, so that writers of different campaigns do not block each other. */
export const wordKey = (campaign: string, word: string): string => `${campaign.slice(0, 8)}${word}`;

/** A passage that has words, or has others now. */
interface Worded {
  id: string;
  document: string;
  campaign: string;
  text: string;
}

/** Passages of one statement. */
const AT_ONCE = 1000;

/** Writes down the words of passages that are new or have other words now; those of the others stay. */
export async function writeWords(
  tx: Pick<Transaction, 'query'>,
  passages: readonly Worded[],
): Promise<void> {
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const rows = passages.slice(from, from + AT_ONCE).map(({ text, ...place }) => ({
      ...place,
      words: wordsOf(normalizeText(text)).map((word) => wordKey(place.campaign, word)),
    }));
    await tx.query(
      `INSERT INTO passage_words (passage_id, document_id, campaign_id, words)
       SELECT id, document, campaign, words
         FROM jsonb_to_recordset($1::jsonb) AS w (id uuid, document uuid, campaign uuid, words text[])
       ON CONFLICT (passage_id) DO UPDATE SET words = excluded.words`,
      [JSON.stringify(rows)],
    );
  }
}

/** Forgets the words of passages of a document; of all of them, where none are named. */
export async function deleteWords(
  tx: Transaction,
  document: string,
  passages?: readonly string[],
): Promise<void> {
  if (passages?.length === 0) return;
  await tx.query(
    `DELETE FROM passage_words WHERE document_id = $1 AND ($2::uuid[] IS NULL OR passage_id = ANY ($2::uuid[]))`,
    [document, passages ?? null],
  );
}
