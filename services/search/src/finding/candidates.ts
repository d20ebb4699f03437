import type { SqlReader } from '@tomekeeper/persistence';
import type { AskedWords } from './asked-words';
import { IS_FOR, type Within } from './filters';
import type { Terms } from './terms';
import { anyOf, inCampaign } from '../words/stems';
import { visibleRows, whoLooks } from '../viewers/visible-rows';
import type { Viewer } from '../viewers/viewer';

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

/** Passages that are looked at closely. */
const CANDIDATES = 300;
/** So many passages are ranked at first; words that stand in more are looked for only in those that hold a rarer one. */
const RANKED = 12_000;
/** Stems that make up the first rank. */
const MOST_STEMS = 32;

export const CANDIDATE = (
  stems: string,
) => `p.passage_id AS id, p.document_id AS document, p.class, p.kind, p.level,
  p.position::float8 AS position, p.page, p.text, p.language, p.length,
  (SELECT coalesce(jsonb_object_agg(u.lexeme, coalesce(cardinality(u.positions), 1)), '{}')
     FROM unnest(p.stems) u WHERE u.lexeme = ANY (${stems}::text[])) AS times`;

/** The passages that a cheap rank puts first; ties by their words, which are all that two viewers share. */
export async function candidates(
  db: SqlReader,
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
  const lookedFor = rareEnough(ranked, found.frequencies);
  const values: unknown[] = [
    ...whoLooks(viewer),
    inCampaign(viewer.campaign, anyOf(lookedFor)),
    ranked.map(([stem]) => stem),
  ];
  const value = (one: unknown) => `$${values.push(one)}`;
  const rank = ranked
    .map(
      ([stem, gain]) =>
        `${value(gain)}::float8 * ts_rank(p.stems, ${value(anyOf([stem]))}::tsquery, 1)`,
    )
    .join(' + ');
  const where = ['(p.stems || array_to_tsvector(ARRAY[p.campaign_id::text])) @@ $3::tsquery'];
  for (const phrase of asked.phrases)
    where.push(`p.plain @@ phraseto_tsquery('simple', ${value(phrase.join(' '))})`);
  for (const words of asked.excluded)
    where.push(`NOT p.plain @@ phraseto_tsquery('simple', ${value(words.join(' '))})`);
  if (audience) where.push(IS_FOR[audience]);
  if (documents) where.push(`p.document_id = ANY (${value(documents)}::uuid[])`);
  return db.query<Candidate>(
    `SELECT ${CANDIDATE('$4')} FROM (
       ${visibleRows(viewer, 'passage', `p.*, ${rank} AS rank`, where.join(' AND '), `ORDER BY rank DESC, text LIMIT ${CANDIDATES}`)}) p
      ORDER BY p.rank DESC, p.text LIMIT ${CANDIDATES}`,
    values,
  );
}

/** The rarest stems, as long as they stand in few enough passages; one at least. */
function rareEnough(
  ranked: readonly (readonly [string, number])[],
  frequencies: ReadonlyMap<string, number>,
): string[] {
  const byFrequency = ranked
    .map(([stem]) => ({ stem, frequency: frequencies.get(stem) ?? 0 }))
    .sort((a, b) => a.frequency - b.frequency || (a.stem < b.stem ? -1 : 1));
  let sum = 0;
  return byFrequency
    .filter(({ frequency }, at) => (sum += frequency) <= RANKED || at === 0)
    .map(({ stem }) => stem);
}
