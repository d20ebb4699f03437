import type { Reader } from '../words/stems';
import type { AskedWords } from './parsed-query';
import { lookedFor, type Group } from './looked-for';
import type { Terms } from './terms';
import { anyOf, inCampaign } from '../words/stems';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';
import { IS_FOR, type Within } from './filters';
import { B, K1 } from './rank';

/** A passage that may be what is looked for. */
export interface Candidate {
  id: string;
  document: string;
  class: string;
  kind: string;
  level: number | null;
  position: number;
  page: number | null;
  text: string;
  language: string;
  length: number;
  /** How often it holds each stem of the question. */
  times: Record<string, number>;
}

/** As the database gives it. */
export type CandidateRow = Omit<Candidate, 'times'> & { ranks: number[] };

/** Passages that are looked at closely. */
const CANDIDATES = 100;
/** Stems that make up the first rank. */
const MOST_STEMS = 32;

const COLUMNS = `p.passage_id AS id, p.document_id AS document, p.class, p.kind, p.level,
  p.position::float8 AS position, p.page, p.text, p.language, p.length`;

/** What is known of passages `p`, with how often each of some stems stands in them; those are values of the statement. */
export const candidateColumns = (stems: string): string =>
  `${COLUMNS}, ARRAY(SELECT ts_rank(p.stems, s.query) FROM unnest(${stems}::tsquery[]) WITH ORDINALITY s (query, at) ORDER BY s.at)::float8[] AS ranks`;

/** Rows of {@link candidateColumns}, read. */
export const candidatesOf = (
  rows: readonly CandidateRow[],
  stems: readonly string[],
): Candidate[] =>
  rows.map(({ ranks, ...row }) => ({
    ...row,
    times: Object.fromEntries(
      stems.flatMap((stem, at) => {
        const times = timesOf(ranks[at] ?? 0);
        return times > 0 ? [[stem, times]] : [];
      }),
    ),
  }));

/** Each stem as a question to the index. */
export const queriesOf = (stems: readonly string[]): string[] => stems.map((stem) => anyOf([stem]));

/** The passages that a cheap rank puts first; ties by their words, which are all that two viewers share. */
export async function candidates(
  db: Reader,
  viewer: Viewer,
  asked: AskedWords,
  found: Terms,
  { documents, audience }: Within,
): Promise<Candidate[]> {
  const gains = new Map<string, number>();
  for (const { stems } of found.terms)
    for (const [stem, gain] of stems)
      if (found.frequencies.has(stem)) gains.set(stem, Math.max(gain, gains.get(stem) ?? 0));
  const ranked = [...gains]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_STEMS);
  if (ranked.length === 0) return [];
  const stems = ranked.map(([stem]) => stem);
  const values: unknown[] = [
    ...viewerParams(viewer),
    inCampaign(
      viewer.campaign,
      // Of what a filter leaves, how much holds a word is not known.
      documents || audience
        ? anyOf(stems)
        : lookedFor(groupsOf(found, new Set(stems)), found.passages),
    ),
    found.meanLength,
  ];
  const value = (one: unknown) => `$${values.push(one)}`;
  const ranks = ranked.map(([stem]) => `ts_rank(p.stems, ${value(anyOf([stem]))}::tsquery)`);
  const rank = ranks.map((one, at) => `${value(ranked[at]?.[1])}::float8 * ${one}`).join(' + ');
  const where = ['(p.stems || array_to_tsvector(ARRAY[p.campaign_id::text])) @@ $3::tsquery'];
  for (const phrase of asked.phrases)
    where.push(`p.plain @@ phraseto_tsquery('simple', ${value(phrase.join(' '))})`);
  for (const words of asked.excluded)
    where.push(`NOT p.plain @@ phraseto_tsquery('simple', ${value(words.join(' '))})`);
  if (audience) where.push(IS_FOR[audience]);
  if (documents) where.push(`p.document_id = ANY (${value(documents)}::uuid[])`);
  const length = `(${1 + K1 * (1 - B)} + ${K1 * B} * greatest(p.length / $4::float8, 1))`;
  const rows = await db.query<CandidateRow>(
    // Rows are sorted without what stands in them, but for their text: the rest is brought for the best ones.
    `SELECT ${COLUMNS}, ARRAY[${ranks.join(', ')}]::float8[] AS ranks
       FROM (SELECT * FROM (
         ${viewerScopedRows(viewer, 'passage', `p.passage_id, p.text, (${rank}) / ${length} AS rank`, where.join(' AND '), `ORDER BY rank DESC, text LIMIT ${CANDIDATES}`)}) ranked
         ORDER BY rank DESC, text LIMIT ${CANDIDATES}) best
      CROSS JOIN LATERAL (${viewerScopedRows(viewer, 'passage', 'p.*', 'p.passage_id = best.passage_id')}) p
      ORDER BY best.rank DESC, best.text`,
    values,
  );
  return candidatesOf(rows, stems);
}

/** The words of a question, each with what it may be in the index. */
function groupsOf({ terms, frequencies }: Terms, ranked: ReadonlySet<string>): Group[] {
  return terms.flatMap((term) => {
    const stems = [...term.stems.keys()].filter((stem) => ranked.has(stem));
    const frequency = stems.reduce((sum, stem) => sum + (frequencies.get(stem) ?? 0), 0);
    return stems.length === 0 ? [] : [{ stems, frequency }];
  });
}

/**
 * How often a word stands in a passage, by what `ts_rank` says of it alone: the first time counts whole, each further one by its
 * square less. The database works that out some twenty times faster than it takes a row of words apart.
 */
export function timesOf(rank: number): number {
  if (rank <= 0) return 0;
  const at = RANKS.findIndex((one) => rank < one + TOLERANCE);
  return at === -1 ? RANKS.length : at + 1;
}

/** A word without a weight of its own. */
const WEIGHT = 0.1;
/** The sum of all squares, by which PostgreSQL divides. */
const ALL = 1.64493406685;
/** What further times say is too little to tell apart, and to matter. */
const MOST = 20;

const RANKS = Array.from({ length: MOST }, (_, at) => {
  const squares = Array.from({ length: at + 1 }, (_one, time) => 1 / (time + 1) ** 2);
  return (WEIGHT * squares.reduce((sum, one) => sum + one, 0)) / ALL;
});
const TOLERANCE = 1e-5;
