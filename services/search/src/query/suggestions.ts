import { SEARCH_LIMITS, type Suggestion } from '@tomekeeper/contracts-search';
import type { SqlReader } from '@tomekeeper/persistence';
import type { CampaignPerson } from '../access/campaign-client';
import {
  viewerParams,
  viewerScopedRows,
  viewerScopedTitles,
  type Viewer,
} from '../access/viewer-scoped-rows';
import { isUnspaced, wordsOf } from '../text/normalization';
import { completeWord } from './spelling';

const MAX_OF_A_KIND = 4;
const MAX_PEOPLE = 3;
/** Longest lexeme of a tsquery in bytes; normalization may expand characters. */
const MAX_LEXEME_BYTES = 2046;

/** Titles, people, headings and words that begin with the words of an unfinished query. */
export async function suggestionsFor(
  db: SqlReader,
  viewer: Viewer | undefined,
  query: string,
  people: readonly CampaignPerson[] = [],
): Promise<Suggestion[]> {
  const words = wordsOf(query).slice(0, SEARCH_LIMITS.words);
  const last = words.at(-1);
  if (last === undefined || words.some((word) => Buffer.byteLength(word) > MAX_LEXEME_BYTES))
    return [];
  const named = peopleNamed(people, words);
  if (!viewer) return named;
  const [titles, headings, completions] = await Promise.all([
    titlesBeginning(db, viewer, words),
    headingsBeginning(db, viewer, words),
    // Completions are pairs of characters, not words.
    isUnspaced(last) ? [] : completeWord(db, viewer, last, MAX_OF_A_KIND),
  ]);
  const before = words.slice(0, -1);
  const further = completions.map((word) => ({
    kind: 'word' as const,
    text: [...before, word].join(' '),
  }));
  return [...titles, ...named, ...headings, ...further].slice(0, SEARCH_LIMITS.suggestions);
}

function peopleNamed(people: readonly CampaignPerson[], words: readonly string[]): Suggestion[] {
  const last = words.length - 1;
  const isNamed = (name: readonly string[]) =>
    words.every((word, at) =>
      name.some((one) => (at === last ? one.startsWith(word) : one === word)),
    );
  return people
    .filter(({ text }) => isNamed(wordsOf(text)))
    .sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_PEOPLE)
    .map((person) => ({ kind: 'person' as const, ...person }));
}

async function titlesBeginning(db: SqlReader, viewer: Viewer, words: readonly string[]) {
  const rows = await db.query<{ document: string; text: string }>(
    `SELECT document, text FROM (
       ${viewerScopedTitles(viewer, 'p.document_id AS document, p.title AS text, p.visible_since AS since, p.plain @@ $4::tsquery AS is_whole', 'p.plain @@ $3::tsquery')}) t
      ORDER BY is_whole DESC, length(text), since DESC NULLS LAST, text LIMIT ${MAX_OF_A_KIND}`,
    [...viewerParams(viewer), allBegin(words), all(words)],
  );
  return rows.map((row) => ({ kind: 'document' as const, ...row }));
}

async function headingsBeginning(db: SqlReader, viewer: Viewer, words: readonly string[]) {
  const rows = await db.query<{ document: string; passage: string; text: string }>(
    `SELECT document, passage, text FROM (
       ${viewerScopedRows(viewer, 'passage', 'p.document_id AS document, p.passage_id AS passage, left(p.text, 300) AS text, p.position, p.plain @@ $4::tsquery AS is_whole', "p.kind = 'heading' AND p.plain @@ $3::tsquery")}) h
      ORDER BY is_whole DESC, length(text), text LIMIT ${MAX_OF_A_KIND}`,
    [...viewerParams(viewer), allBegin(words), all(words)],
  );
  return rows.map((row) => ({ kind: 'heading' as const, ...row }));
}

/** tsquery for all of these words. Matches of the complete last word rank before longer words. */
const all = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' & ');

/** tsquery for all of these words, the last one as a prefix. */
const allBegin = (words: readonly string[]): string => `${all(words)}:*`;
