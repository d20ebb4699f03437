import type { QueryRunner } from '../text/stems';
import type { ParsedQuery } from './parsed-query';
import { buildTsquery, type TermGroup } from './tsquery-builder';
import type { WeightedQuery } from './term-weights';
import { anyOf, inCampaign } from '../text/stems';
import {
  HAS_AUDIENCE,
  viewerParams,
  viewerScopedRows,
  type SearchScope,
  type Viewer,
} from '../access/viewer-scoped-rows';
import { B, K1 } from './ranking';

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
  /** Frequency by query stem. */
  frequencies: Record<string, number>;
}

export type CandidateRow = Omit<Candidate, 'frequencies'> & { ranks: number[] };

const MAX_CANDIDATES = 100;
/** Stems of the cheap rank. */
const MAX_STEMS = 32;

const COLUMNS = `p.passage_id AS id, p.document_id AS document, p.class, p.kind, p.level,
  p.position::float8 AS position, p.page, p.text, p.language, p.length`;

/** Columns of passages `p` with the `ts_rank` of each stem. @param stems parameter of the statement */
export const candidateColumns = (stems: string): string =>
  `${COLUMNS}, ARRAY(SELECT ts_rank(p.stems, s.query) FROM unnest(${stems}::tsquery[]) WITH ORDINALITY s (query, at) ORDER BY s.at)::float8[] AS ranks`;

export const candidatesOf = (
  rows: readonly CandidateRow[],
  stems: readonly string[],
): Candidate[] =>
  rows.map(({ ranks, ...row }) => ({
    ...row,
    frequencies: Object.fromEntries(
      stems.flatMap((stem, at) => {
        const frequency = termFrequency(ranks[at] ?? 0);
        return frequency > 0 ? [[stem, frequency]] : [];
      }),
    ),
  }));

/** A tsquery for each stem. */
export const queriesOf = (stems: readonly string[]): string[] => stems.map((stem) => anyOf([stem]));

/** The best passages by a cheap rank. Ties are broken by text, which is equal for all viewers. */
export async function findCandidates(
  db: QueryRunner,
  viewer: Viewer,
  asked: ParsedQuery,
  found: WeightedQuery,
  { documents, audience }: SearchScope,
): Promise<Candidate[]> {
  const gains = new Map<string, number>();
  for (const { stems } of found.terms)
    for (const [stem, gain] of stems)
      if (found.frequencies.has(stem)) gains.set(stem, Math.max(gain, gains.get(stem) ?? 0));
  const ranked = [...gains]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_STEMS);
  if (ranked.length === 0) return [];
  const stems = ranked.map(([stem]) => stem);
  const values: unknown[] = [
    ...viewerParams(viewer),
    inCampaign(
      viewer.campaign,
      // Document frequencies within a filter are unknown.
      documents || audience
        ? anyOf(stems)
        : buildTsquery(termGroups(found, new Set(stems)), found.passages),
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
  if (audience) where.push(HAS_AUDIENCE[audience]);
  if (documents) where.push(`p.document_id = ANY (${value(documents)}::uuid[])`);
  const length = `(${1 + K1 * (1 - B)} + ${K1 * B} * greatest(p.length / $4::float8, 1))`;
  const rows = await db.query<CandidateRow>(
    // Ranks rows by few columns, then loads the other columns of the best ones.
    `SELECT ${COLUMNS}, ARRAY[${ranks.join(', ')}]::float8[] AS ranks
       FROM (SELECT * FROM (
         ${viewerScopedRows(viewer, 'passage', `p.passage_id, p.text, (${rank}) / ${length} AS rank`, where.join(' AND '), `ORDER BY rank DESC, text LIMIT ${MAX_CANDIDATES}`)}) ranked
         ORDER BY rank DESC, text LIMIT ${MAX_CANDIDATES}) best
      CROSS JOIN LATERAL (${viewerScopedRows(viewer, 'passage', 'p.*', 'p.passage_id = best.passage_id')}) p
      ORDER BY best.rank DESC, best.text`,
    values,
  );
  return candidatesOf(rows, stems);
}

/** The stems of each query word. */
function termGroups(
  { terms, frequencies }: WeightedQuery,
  ranked: ReadonlySet<string>,
): TermGroup[] {
  return terms.flatMap((term) => {
    const stems = [...term.stems.keys()].filter((stem) => ranked.has(stem));
    const frequency = stems.reduce((sum, stem) => sum + (frequencies.get(stem) ?? 0), 0);
    return stems.length === 0 ? [] : [{ stems, frequency }];
  });
}

/**
 * Frequency of a word in a passage, derived from `ts_rank`, which adds the reciprocal square of each occurrence.
 * Twenty times faster in PostgreSQL than unpacking the tsvector.
 */
export function termFrequency(rank: number): number {
  if (rank <= 0) return 0;
  const at = RANKS.findIndex((one) => rank < one + TOLERANCE);
  return at === -1 ? RANKS.length : at + 1;
}

/** `ts_rank` weight of unlabeled lexemes. */
const DEFAULT_LABEL_WEIGHT = 0.1;
/** Limit of the sum, by which PostgreSQL divides. */
const SUM_OF_SQUARES = 1.64493406685;
/** Higher frequencies can't be distinguished, and don't matter. */
const MAX_FREQUENCY = 20;

const RANKS = Array.from({ length: MAX_FREQUENCY }, (_, at) => {
  const squares = Array.from({ length: at + 1 }, (_one, time) => 1 / (time + 1) ** 2);
  return (DEFAULT_LABEL_WEIGHT * squares.reduce((sum, one) => sum + one, 0)) / SUM_OF_SQUARES;
});
const TOLERANCE = 1e-5;
