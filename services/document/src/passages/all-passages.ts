import { randomUUID } from 'node:crypto';
import { PASSAGE_LIMITS, type Passage, type PassageContent } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, type AudienceMembers } from '@tomekeeper/visibility';
import { membersOfClasses } from './audiences/audience-class';
import { matchPassages, linkTargets, type KnownPassage } from './editing/passage-matching';
import { documentChanged } from './changes';
import { deleteLinks, writeLinks } from './content/document-links';
import { normalizeText } from './content/normalized-text';
import { textDifference } from './editing/text-difference';
import type { WrittenClass } from './editing/written-class';
import { deleteWords, writeWords } from './content/passage-words';
import { isSecret } from './content/secret';

// Unscoped passage repository: includes hidden passages. Used by extraction, the change feed, passage matching and
// erasure; lint lists the allowed importers. Viewers read through visible-passages.ts.

/** A passage as a file gives it. `id` is used if the passage is new; random if absent. */
export type StoredPassage = Pick<
  Passage,
  'kind' | 'depth' | 'level' | 'text' | 'content' | 'page' | 'region'
> & { id?: string };

interface TextToStore {
  document: string;
  campaign: string;
  /** Counts the readings of the document. */
  sourceVersion: number;
  everHidden: boolean;
  /** Players lose nothing when the text of a spoiler changes. */
  is_spoilers: boolean;
  passages: readonly StoredPassage[];
  /** Indexes of passages for GMs only, in a new text. */
  hidden?: readonly number[] | undefined;
  /** Gap between two positions of a note. */
  step?: number;
}

export interface StoredText {
  /** Whether something of it is, or was, not for everybody who sees the document. */
  isHiding: boolean;
  /** Viewers who had the text before and see a difference. */
  seen: AudienceMembers;
  /** Passages created with their own audience, or narrowed. */
  written: readonly WrittenClass[];
}

/** Passages of one statement, and about how many characters of JSON: PostgreSQL takes no values without end. */
const AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 8 * 1024 * 1024;

/**
 * Whether a campaign has room for another text within its limits. Holds a lock until the transaction ends, so that two
 * concurrent texts cannot exceed the limit together.
 */
export async function hasRoom(
  tx: Transaction,
  {
    campaign,
    document,
    passages,
  }: Pick<TextToStore, 'campaign' | 'document'> & { passages: { length: number } },
): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('texts of ' || $1, 0))`, [
    campaign,
  ]);
  const [row] = await tx.query<{ others: number }>(
    'SELECT count(*)::int AS others FROM passage WHERE campaign_id = $1 AND document_id <> $2',
    [campaign, document],
  );
  return (row?.others ?? 0) + passages.length <= PASSAGE_LIMITS.perCampaign;
}

/**
 * Replaces the text of a document whose row this transaction has locked. Matching passages keep their id and audience.
 */
export async function storeText(tx: Transaction, text: TextToStore): Promise<StoredText> {
  const { document, campaign, passages, sourceVersion, everHidden } = text;
  const stood = await tx.query<KnownPassage & Written & { content: PassageContent }>(
    `SELECT id, kind, text, content ->> 'image' AS image, content, audience_class, born_at::text AS born_at, version, was_seen,
            (SELECT string_agg(c.document_id || ' ' || c.audience_class, ',' ORDER BY c.document_id) FROM passage c
              WHERE c.source_id = p.id AND c.audience_class <> '${GM_CLASS}') AS copies
       FROM passage p WHERE document_id = $1 ORDER BY position`,
    [document],
  );
  const before = stood.map(({ content, ...one }) => ({ ...one, leads: linkTargets(content) }));
  const after = passages.map((passage) => ({
    ...passage,
    image: passage.content.image ?? null,
    leads: linkTargets(passage.content),
    isSecret: isSecret(passage),
  }));
  const carried = matchPassages(before, after, { everHidden, is_spoilers: text.is_spoilers });
  const known = new Map(before.map((one) => [one.id, one]));
  const hidden = new Set(text.hidden);
  const now = after.map((passage, position) => {
    const id = carried[position]?.id ?? passage.id ?? randomUUID();
    return {
      ...passage,
      id,
      audience_class: hidden.has(position) ? GM_CLASS : (carried[position]?.audience_class ?? null),
      born_at: known.get(id)?.born_at ?? null,
      was_seen: known.get(id)?.was_seen ?? false,
      version: (carried[position]?.isSame && known.get(id)?.version) || sourceVersion,
      position: text.step === undefined ? position : (position + 1) * text.step,
    };
  });
  const difference = textDifference(before.map(marked), now.map(marked), {
    is_spoilers: text.is_spoilers,
    members: await membersOfClasses(
      tx,
      [...before, ...now].map((one) => one.audience_class),
    ),
  });
  const number = await documentChanged(
    tx,
    { campaign, document },
    { gm: before.length > 0, ...difference.takes },
  );
  await tx.query('DELETE FROM passage WHERE document_id = $1', [document]);
  for (const json of batches(now))
    await tx.query(
      `INSERT INTO passage (id, document_id, campaign_id, position, kind, depth, level, text, folded, content, page, region,
                            audience_class, born_at, was_seen, version, number)
       SELECT id, $2, $3, position, kind, depth, level, text, folded, content, page, region, audience_class,
              coalesce(born_at, now()), was_seen, version, $4
         FROM jsonb_to_recordset($1::jsonb) AS p (
           id uuid, position int, kind text, depth int, level int, text text, folded text, content jsonb, page int,
           region float8[], audience_class uuid, born_at timestamptz, was_seen boolean, version int)`,
      [json, document, campaign, number],
    );
  await deleteLinks(tx, document);
  await writeLinks(tx, text, now);
  await deleteWords(tx, document);
  await writeWords(
    tx,
    now.map((one) => ({ id: one.id, document, campaign, text: one.text })),
  );
  const { is_spoilers } = text;
  await rememberGone(tx, { document, campaign, number, is_spoilers }, before, now);
  await deleteLostParts(tx, document);
  return {
    isHiding: everHidden || [...before, ...now].some((one) => one.audience_class !== null),
    seen: difference.seen,
    written: now.flatMap(({ id, audience_class }) => {
      const was = known.get(id)?.audience_class ?? null;
      return audience_class === was ? [] : [{ id, before: was, after: audience_class }];
    }),
  };
}

/** Takes a document's text away. @returns undefined where there was none */
export async function clearText(
  tx: Transaction,
  of: { document: string; campaign: string; is_spoilers: boolean },
): Promise<Pick<StoredText, 'isHiding' | 'seen'> | undefined> {
  const rows = await tx.query<{ id: string; audience_class: string | null } & Born>(
    'DELETE FROM passage WHERE document_id = $1 RETURNING id, audience_class, born_at::text, was_seen',
    [of.document],
  );
  if (rows.length === 0) return undefined;
  await deleteLinks(tx, of.document);
  await deleteWords(tx, of.document);
  await deleteLostParts(tx, of.document);
  const difference = textDifference(
    rows.map((one) => ({ ...one, mark: '' })),
    [],
    {
      is_spoilers: of.is_spoilers,
      members: await membersOfClasses(
        tx,
        rows.map((one) => one.audience_class),
      ),
    },
  );
  const number = await documentChanged(tx, of, { gm: true, ...difference.takes });
  await rememberGone(tx, { ...of, number }, rows, []);
  return { isHiding: rows.some((one) => one.audience_class !== null), seen: difference.seen };
}

/** Section rows whose passage was deleted or is no longer a heading. */
export async function deleteLostParts(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    `DELETE FROM part t WHERE document_id = $1
        AND NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = t.passage_id AND p.kind = 'heading')`,
    [document],
  );
}

/** Since when a passage is there, as PostgreSQL writes it: to the microsecond, and for ever. */
interface Born {
  born_at: string;
  /** Whether players could ever see the passage. */
  was_seen: boolean;
}

/** And which reading of the file has given its words. */
interface Written extends Born {
  version: number;
}

/** Records the audience of deleted passages for the visibility history in the ledger. */
async function rememberGone(
  tx: Transaction,
  {
    document,
    campaign,
    number,
    is_spoilers,
  }: { document: string; campaign: string; number: number; is_spoilers: boolean },
  before: readonly ({ id: string; audience_class: string | null } & Born)[],
  now: readonly { id: string }[],
): Promise<void> {
  const kept = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return;
  await tx.query(
    `INSERT INTO passage_gone (passage_id, audience_class, born_at, was_seen, document_id, campaign_id, number)
     SELECT g.*, $5, $6, $7 FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[]) AS g`,
    [
      gone.map(({ id }) => id),
      gone.map(({ audience_class }) => audience_class),
      gone.map(({ born_at }) => born_at),
      gone.map((one) => one.was_seen || (one.audience_class === null && !is_spoilers)),
      document,
      campaign,
      number,
    ],
  );
}

/** Permanently deletes the text of a document, or all texts of a campaign. */
export async function deleteTexts(
  tx: Transaction,
  { column, value }: { column: 'document_id' | 'campaign_id'; value: string },
): Promise<void> {
  for (const table of [
    'reading',
    'passage',
    'passage_gone',
    'passage_past',
    'passage_link',
    'former_title',
    'passage_words',
    'comment',
    'recap',
    'recap_source',
    'part',
    'note',
    'note_version',
    'ledger_passage',
    'handout',
    'handout_reader',
    'handout_title',
    'reader_title',
  ])
    await tx.query(`DELETE FROM ${table} WHERE ${column} = $1`, [value]);
  if (column === 'document_id')
    // A deleted sentence stays hidden if it is restored.
    await tx.query(
      `DELETE FROM recap_source r WHERE source_document_id = $1
          AND EXISTS (SELECT 1 FROM passage p WHERE p.id = r.passage_id)`,
      [value],
    );
  if (column === 'campaign_id')
    await tx.query('DELETE FROM audience_class WHERE campaign_id = $1', [value]);
}

/** Two passages with equal marks look identical to players. */
const marked = ({ id, audience_class, kind, text, image, leads }: KnownPassage) => ({
  id,
  audience_class,
  mark: JSON.stringify([kind, text, image, leads]),
});

/** Rows as lists in JSON, none of them far longer than a statement should be. */
function* batches(rows: readonly { text: string }[]): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    const json = asJson({ ...row, folded: normalizeText(row.text) });
    if (
      batch.length === AT_ONCE ||
      (batch.length > 0 && length + json.length > CHARACTERS_AT_ONCE)
    ) {
      yield `[${batch.join(',')}]`;
      [batch, length] = [[], 0];
    }
    batch.push(json);
    length += json.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

/** Removes characters that PostgreSQL rejects in text: NUL and unpaired surrogates. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? one.replaceAll('\0', '').replace(HALF_CHARACTERS, '\ufffd') : one,
  );
const HALF_CHARACTERS = /\p{Surrogate}/gu;
