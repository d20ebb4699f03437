import type { Change } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { classOfIndexedPassage } from '@tomekeeper/visibility';
import { nameVariants, normalize, WORD } from '../text/normalization';
import { detectLanguage } from '../text/language-detection';
import { KINDS, belongsTo, type Kind } from './index-tables';
import { putTitles } from './title-rows';
import { countPassages } from './corpus-statistics';

// Writes changes of the feed into the index tables. Callers hold the lock of the index.

const PASSAGE = `passage_id, document_id, campaign_id, class, own_audience, position, kind, level, page, text,
  language, stems, plain, length`;
/** Rows per statement, to stay below the statement timeout. */
const BATCH = 2000;

type ChangedPassage = Extract<Change, { passage: string }>;
type ChangedDocument = Extract<Change, { state: string }>;

/**
 * Applies changes of the feed, in order.
 * @param isForPlayers skips GM-only passages; the full indexer processes them later
 */
export async function writeChanges(
  tx: Transaction,
  campaign: string,
  changes: readonly Change[],
  { isForPlayers = false } = {},
): Promise<void> {
  const kinds = isForPlayers ? (['player'] as const) : KINDS;
  const documents = new Map<string, ChangedDocument>();
  const passages = new Map<string, ChangedPassage>();
  const touched = new Set<string>();
  const known: string[] = [];
  for (const change of changes) {
    touched.add(change.document);
    if ('gone_passage' in change) {
      known.push(change.gone_passage);
      passages.delete(change.gone_passage);
    } else if ('passage' in change) {
      known.push(change.passage);
      passages.set(change.passage, change);
    } else documents.set(change.document, change);
  }
  await removePassages(tx, known);
  await putDocuments(tx, campaign, [...documents.values()], kinds);
  await putPassages(tx, campaign, [...passages.values()]);
  await reclassifyPassages(tx, [...documents.keys()], kinds);
  await putTitles(tx, [...touched]);
}

export async function removeCampaign(tx: Transaction, campaign: string): Promise<void> {
  for (const kind of KINDS)
    for (const table of ['word', 'spelling', 'total', 'passage', 'title'])
      await removeRows(tx, `${kind}_${table}`, campaign);
  await removeRows(tx, 'document', campaign);
}

async function removeRows(tx: Transaction, table: string, campaign: string): Promise<void> {
  for (;;) {
    const [row] = await tx.query<{ removed: number }>(
      `WITH removed AS (
         DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE campaign_id = $1 LIMIT ${BATCH})) RETURNING 1)
       SELECT count(*)::int AS removed FROM removed`,
      [campaign],
    );
    if ((row?.removed ?? 0) < BATCH) return;
  }
}

async function removePassages(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const kind of KINDS) {
    await countPassages(tx, kind, ids, -1);
    await tx.query(`DELETE FROM ${kind}_passage WHERE passage_id = ANY ($1::uuid[])`, [ids]);
  }
}

async function putDocuments(
  tx: Transaction,
  campaign: string,
  documents: readonly ChangedDocument[],
  kinds: readonly Kind[],
): Promise<void> {
  const gone = documents.filter(({ state }) => state === 'gone').map(({ document }) => document);
  const kept = documents.filter(({ state }) => state !== 'gone');
  for (const document of gone) await removeDocument(tx, document, kinds);
  if (kept.length === 0) return;
  await tx.query(
    `INSERT INTO document (document_id, campaign_id, is_here, kind, name, is_handout, public_title, titles, seen_since, tags, audience,
            text_audience, for_gms, created_at, shown_since)
     SELECT document, $1, state = 'here', kind, name, source IS NOT NULL, public_title, coalesce(titles, '{}'), coalesce(seen_since, '{}'),
            coalesce(tags, '{}'), audience, text_audience, coalesce(for_gms, false), created_at, shown_since
       FROM jsonb_to_recordset($2::jsonb) AS r (document uuid, state text, kind text, name text, source uuid, public_title text, titles jsonb,
              seen_since jsonb, tags text[], audience text, text_audience text, for_gms boolean, created_at timestamptz,
              shown_since timestamptz)
     ON CONFLICT (document_id) DO UPDATE SET is_here = excluded.is_here, kind = excluded.kind, name = excluded.name, is_handout = excluded.is_handout,
       public_title = excluded.public_title, titles = excluded.titles, seen_since = excluded.seen_since, tags = excluded.tags, audience = excluded.audience,
       text_audience = excluded.text_audience, for_gms = excluded.for_gms, created_at = excluded.created_at, shown_since = excluded.shown_since`,
    [campaign, JSON.stringify(kept)],
  );
}

/** Deletes a document with its passages. */
async function removeDocument(
  tx: Transaction,
  document: string,
  kinds: readonly Kind[],
): Promise<void> {
  for (const kind of kinds)
    for (;;) {
      const rows = await tx.query<{ id: string }>(
        `SELECT passage_id AS id FROM ${kind}_passage WHERE document_id = $1 LIMIT ${BATCH}`,
        [document],
      );
      if (rows.length === 0) break;
      await removePassages(
        tx,
        rows.map(({ id }) => id),
      );
    }
  await tx.query('DELETE FROM document WHERE document_id = $1', [document]);
}

async function putPassages(
  tx: Transaction,
  campaign: string,
  passages: readonly ChangedPassage[],
): Promise<void> {
  if (passages.length === 0) return;
  const rows = JSON.stringify(
    passages.map((passage) => {
      const plain = normalize(passage.text);
      return {
        ...passage,
        plain: [plain, ...nameVariants(passage.text)].join(' '),
        language: detectLanguage(plain),
        length: plain.match(WORD)?.length ?? 0,
      };
    }),
  );
  const ids = passages.map(({ passage }) => passage);
  for (const kind of KINDS) {
    await tx.query(
      `INSERT INTO ${kind}_passage (${PASSAGE})
       SELECT r.passage, r.document, $1, c.class, r.audience, r.position, r.kind, r.level, r.page, r.text, r.language,
              to_tsvector(r.language::regconfig, r.plain), to_tsvector('simple', r.plain), r.length
         FROM jsonb_to_recordset($2::jsonb) AS r (passage uuid, document uuid, audience text, position bigint, kind text,
                level smallint, page integer, text text, plain text, language text, length integer)
         LEFT JOIN document d ON d.document_id = r.document
        CROSS JOIN LATERAL (SELECT ${classOfIndexedPassage('r.audience')} AS class OFFSET 0) c
        WHERE ${belongsTo(kind, 'c.class')}`,
      [campaign, rows],
    );
    await countPassages(tx, kind, ids, 1);
    await queueEmbeddings(tx, kind, ids);
  }
}

/** Queues passages with words for embedding. Old embeddings were deleted with their rows. */
async function queueEmbeddings(tx: Transaction, kind: Kind, ids: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO ${kind}_embedding (passage_id, campaign_id, class)
     SELECT passage_id, campaign_id, class FROM ${kind}_passage WHERE passage_id = ANY ($1::uuid[]) AND length > 0`,
    [ids],
  );
}

/** Moves passages to the tables of their current class. */
async function reclassifyPassages(
  tx: Transaction,
  documents: readonly string[],
  kinds: readonly Kind[],
): Promise<void> {
  if (documents.length === 0) return;
  for (const kind of kinds)
    for (;;) {
      const rows = await tx.query<{ id: string }>(
        `SELECT p.passage_id AS id FROM ${kind}_passage p LEFT JOIN document d USING (document_id)
          WHERE p.document_id = ANY ($1::uuid[]) AND p.class <> ${classOfIndexedPassage('p.own_audience')} LIMIT ${BATCH}`,
        [documents],
      );
      if (rows.length === 0) break;
      await movePassages(
        tx,
        kind,
        rows.map(({ id }) => id),
      );
    }
}

async function movePassages(tx: Transaction, from: Kind, ids: readonly string[]): Promise<void> {
  await countPassages(tx, from, ids, -1);
  const put = (to: Kind) => `INSERT INTO ${to}_passage (${PASSAGE})
    SELECT passage_id, document_id, campaign_id, now_of, own_audience, position, kind, level, page, text, language, stems, plain,
           length FROM placed WHERE ${belongsTo(to, 'now_of')}`;
  await tx.query(
    `WITH taken AS (DELETE FROM ${from}_passage WHERE passage_id = ANY ($1::uuid[]) RETURNING *),
          placed AS (SELECT t.*, ${classOfIndexedPassage('t.own_audience')} AS now_of FROM taken t LEFT JOIN document d USING (document_id)),
          players AS (${put('player')})
     ${put('gm')}`,
    [ids],
  );
  for (const kind of KINDS) {
    await countPassages(tx, kind, ids, 1);
    await queueEmbeddings(tx, kind, ids);
  }
}
