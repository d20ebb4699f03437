import type { SqlReader } from '@tomekeeper/persistence';
import { canGroupSeePassage, GROUP_CLASSES, PARTY_CLASS } from '@tomekeeper/visibility';
import { wordKey } from '../passages/content/passage-words';

// Finds words that occur in hidden passages and in no visible passage, for GMs.

/** Players, and the content that is about to be revealed to them. */
export interface Readers {
  campaign: string;
  /** Memberships of chosen players; null for all players. */
  memberships: readonly string[] | null;
  /** Passages of a document about to be revealed; `all` means its passages without their own audience. */
  revealing?: { document: string; passages: 'all' | readonly string[] };
}

/** The classes that all of the readers see. */
const CLASSES = `
  classes AS MATERIALIZED (SELECT array_agg(c.id) AS open FROM (${GROUP_CLASSES}) c)`;
const IS_OPEN = (passage: string): string =>
  `${passage}.audience_class = ANY ((SELECT open FROM classes)::uuid[])`;

/**
 * Documents of the campaign, and whether the players may see any passage of each. Skips the rule for passages of the
 * others.
 */
const DOCUMENTS = `
  docs AS MATERIALIZED (
    SELECT d.id, d.source_id IS NOT NULL AS is_copy, d.is_spoilers, d.text_shown_since, d.shown_since,
           NOT d.is_spoilers OR EXISTS (
             SELECT 1 FROM passage o WHERE o.document_id = d.id AND ${IS_OPEN('o')}) AS is_open
      FROM document d WHERE d.campaign_id = $1)`;

/** Whether the readers see passage `p` of document `d`. */
const IS_SEEN = canGroupSeePassage(IS_OPEN('p'));

/**
 * Whether passage `p` is about to be revealed: passages $4 of document $3; without $4, those without their own
 * audience.
 */
const IS_REVEALED = `(p.document_id IS NOT DISTINCT FROM $3::uuid
  AND CASE WHEN $4::uuid[] IS NULL THEN p.audience_class IS NULL ELSE p.id = ANY ($4::uuid[]) END)`;

const whoReads = ({ campaign, memberships, revealing }: Readers): unknown[] => [
  campaign,
  memberships,
  revealing?.document ?? null,
  revealing && revealing.passages !== 'all' ? revealing.passages : null,
];

/** Passages that contain a word; evaluated first, regardless of the planner's estimates. */
const HOLDING = (keys: string): string => `
  (SELECT passage_id, document_id FROM passage_words WHERE words @> ${keys} OFFSET 0) x
  JOIN docs d ON d.id = x.document_id JOIN passage p ON p.id = x.passage_id`;

/** Maximum number of sampled hidden passages per word, and of characters per passage. */
const SAMPLES = 8;
const SAMPLE_LENGTH = 2000;

/** A word in hidden passages that no visible passage contains. */
export interface HiddenWord {
  word: string;
  /** Documents of some of the passages, and their words. */
  documents: string[];
  texts: string[];
}

/** Filters normalized words to those in hidden passages that no visible passage contains. */
export function hiddenWords(
  db: SqlReader,
  readers: Readers,
  words: readonly string[],
): Promise<HiddenWord[]> {
  const keys = words.map((word) => wordKey(readers.campaign, word));
  return db.query<HiddenWord>(
    `WITH ${CLASSES}, ${DOCUMENTS}
     SELECT w.word, h.documents, h.texts
       FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS w (word, key, n)
      CROSS JOIN LATERAL (
        SELECT array_agg(document_id) AS documents, array_agg(text) AS texts FROM (
          SELECT p.document_id, left(p.text, ${SAMPLE_LENGTH}) AS text FROM ${HOLDING('ARRAY[w.key]')}
           WHERE NOT d.is_copy AND NOT ${IS_SEEN} AND NOT ${IS_REVEALED} LIMIT ${SAMPLES}) s
        HAVING count(*) > 0) h
      WHERE NOT EXISTS (SELECT 1 FROM ${HOLDING('ARRAY[w.key]')} WHERE d.is_open AND ${IS_SEEN})
      ORDER BY w.n`,
    [...whoReads(readers), words, keys],
  );
}

/** Passages that the readers do not see in which all of these words stand: the document of each, and its words. */
export function hiddenTogether(
  db: SqlReader,
  readers: Readers,
  words: readonly string[],
): Promise<{ document: string; text: string }[]> {
  const keys = words.map((word) => wordKey(readers.campaign, word));
  return db.query<{ document: string; text: string }>(
    `WITH ${CLASSES}, ${DOCUMENTS}
     SELECT p.document_id AS document, left(p.text, ${SAMPLE_LENGTH}) AS text FROM ${HOLDING('$5::text[]')}
      WHERE NOT d.is_copy AND NOT ${IS_SEEN} AND NOT ${IS_REVEALED} LIMIT ${SAMPLES}`,
    [...whoReads(readers), keys],
  );
}

/**
 * Titles that all the players see: of Public documents, and of spoilers that each of them sees in part under the same
 * title. A title for some players only is unknown to the others.
 */
export async function titlesSeen(
  db: SqlReader,
  { campaign, memberships }: Pick<Readers, 'campaign' | 'memberships'>,
): Promise<string[]> {
  const rows = await db.query<{ title: string }>(
    `SELECT original_filename AS title FROM document WHERE campaign_id = $1 AND NOT is_spoilers
     UNION ALL
     SELECT t.title FROM handout h JOIN document d ON d.id = h.document_id CROSS JOIN LATERAL (
       SELECT min(c.title) AS title FROM (
         SELECT coalesce(own.title, party.title, h.public_title) AS title FROM (
           SELECT unnest($2::uuid[]) AS id
           UNION SELECT '${PARTY_CLASS}'::uuid WHERE $2::uuid[] IS NULL
           UNION SELECT reader FROM reader_title WHERE document_id = d.id AND $2::uuid[] IS NULL) r
           LEFT JOIN reader_title own ON own.document_id = d.id AND own.reader = r.id
           LEFT JOIN reader_title party ON party.document_id = d.id AND party.reader = '${PARTY_CLASS}') c
       HAVING count(DISTINCT c.title) = 1) t
      WHERE h.campaign_id = $1 AND d.is_spoilers AND (
        EXISTS (SELECT 1 FROM handout_reader r WHERE r.document_id = d.id AND r.reader = '${PARTY_CLASS}')
        OR $2::uuid[] <@ (SELECT array_agg(r.reader) FROM handout_reader r WHERE r.document_id = d.id))`,
    [campaign, memberships],
  );
  return rows.map(({ title }) => title);
}

/** A passage that is about to be revealed. */
export interface RevealedPassage {
  kind: string;
  text: string;
}

/** Characters of passages of one check, about: a large book has fewer. */
const MAX_CHARACTERS = 4_000_000;

/** The words of passages that are about to be revealed, in reading order. */
export function revealedPassages(
  db: SqlReader,
  { document, passages }: NonNullable<Readers['revealing']>,
): Promise<RevealedPassage[]> {
  return db.query<RevealedPassage>(
    `SELECT kind, text FROM (
       SELECT kind, text, position, sum(length(text)) OVER (ORDER BY position, id) AS characters
         FROM passage WHERE document_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[]))) p
      WHERE characters <= ${MAX_CHARACTERS} ORDER BY position`,
    [document, passages === 'all' ? null : passages],
  );
}
