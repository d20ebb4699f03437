import type { TextState } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { EXTRACTOR_VERSION, isExtractable } from '@tomekeeper/text-extraction';

// Extraction state per document. A due row is claimed by a worker, which holds its lease and moves `due_at` ahead, so
// that another process takes over after a crash. Updates without the lease have no effect.

export interface PendingExtraction {
  document_id: string;
  campaign_id: string;
  /** The object that is read; of another one a row of the same document may be about by the end. */
  source_key: string;
  /** Lease of the current worker. */
  lease: string;
  state: TextState;
  /** Whether a text stands, of this file or of the one before. */
  has_text: boolean;
  source_etag: string | null;
  reader_version: number;
  /** Current try included. */
  tries: number;
  ever_hidden: boolean;
  readings: number;
}

interface NoticedDocument {
  id: string;
  campaign_id: string;
  uploader: string | null;
  s3_key: string;
  original_filename: string;
  content_type: string;
}

export const MAX_TRIES = 3;
/** Maximum number of tries for a file that exceeds a limit of the child. A retry helps only if the machine was busy. */
export const MAX_TRIES_AT_LIMITS = 2;

const BATCH = 500;
/** Workers renew their lease more often. */
const LEASE = '60 seconds';
export const OPEN_STATES = `('waiting', 'reading')`;

/**
 * Schedules extraction of new documents and replaced files. A replaced file keeps the earlier text until its extraction
 * ends; files of types without text are marked as such.
 * @returns number of scheduled files
 */
export async function enqueueNewFiles(tx: Transaction): Promise<number> {
  const documents = await tx.query<NoticedDocument>(
    `UPDATE document SET read_key = s3_key
      WHERE id IN (SELECT id FROM document WHERE read_key IS DISTINCT FROM s3_key
                    ORDER BY id LIMIT ${BATCH} FOR UPDATE)
      RETURNING id, campaign_id, uploader, s3_key, original_filename, content_type`,
  );
  if (documents.length > 0)
    await tx.query(
      `INSERT INTO reading (document_id, campaign_id, uploader, source_key, state, reader_version, due_at)
       SELECT id, campaign, uploader, source, CASE WHEN holds_text THEN 'waiting' ELSE 'unsupported' END,
              CASE WHEN holds_text THEN 0 ELSE $5::int END, CASE WHEN holds_text THEN now() END
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $6::uuid[])
              AS d (id, campaign, source, holds_text, uploader)
       ON CONFLICT (document_id) DO UPDATE
         SET source_key = excluded.source_key, uploader = excluded.uploader, tries = 0, progress = 0,
             state = CASE WHEN reading.has_text THEN 'waiting' ELSE excluded.state END,
             due_at = CASE WHEN reading.has_text THEN now() ELSE excluded.due_at END
       WHERE reading.source_key <> excluded.source_key OR reading.state IN ${OPEN_STATES}`,
      [
        documents.map(({ id }) => id),
        documents.map(({ campaign_id }) => campaign_id),
        documents.map(({ s3_key }) => s3_key),
        documents.map(({ original_filename: name, content_type: contentType }) =>
          isExtractable({ name, contentType }),
        ),
        EXTRACTOR_VERSION,
        documents.map(({ uploader }) => uploader),
      ],
    );
  return documents.length;
}

/**
 * Schedules files for extraction again that an extractor with a lower `EXTRACTOR_VERSION` has read or rejected; those in the trash
 * once they are restored.
 * @returns how many files
 */
export async function enqueueOutdatedFiles(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `UPDATE reading SET due_at = now(), tries = 0
      WHERE document_id IN (SELECT document_id FROM reading r
                             WHERE due_at IS NULL AND reader_version < $1 AND state NOT IN ${OPEN_STATES}
                               AND EXISTS (SELECT 1 FROM document d WHERE d.id = r.document_id AND d.s3_key = r.source_key)
                             LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING 1`,
    [EXTRACTOR_VERSION],
  );
  return rows.length;
}

/** Every person with due files, by a skip scan of the index: its cost grows with the persons, not with their files. */
const TURNS = `
  WITH RECURSIVE person (turn) AS (
    (SELECT turn FROM reading WHERE due_at IS NOT NULL ORDER BY turn LIMIT 1)
    UNION ALL
    SELECT (SELECT r.turn FROM reading r WHERE r.due_at IS NOT NULL AND r.turn > p.turn ORDER BY r.turn LIMIT 1)
      FROM person p WHERE p.turn IS NOT NULL)`;

/**
 * Takes the next file to extract, counted as a try. A person has at most one file in extraction, so that one person cannot hold all
 * workers. First come files without a text, then files that are extracted again; persons are chosen at random. A file that is
 * extracted again while its text is shown stays ready.
 */
export async function claimNextFile(db: SqlReader): Promise<PendingExtraction | undefined> {
  const [row] = await db.query<PendingExtraction>(
    `${TURNS}
     UPDATE reading
        SET tries = tries + 1, due_at = now() + interval '${LEASE}', lease = gen_random_uuid(), progress = 0,
            state = CASE WHEN state IN ${OPEN_STATES} THEN 'reading' ELSE state END
      WHERE document_id = (
        SELECT document_id FROM reading
         WHERE due_at <= now() AND document_id IN (
           SELECT due.document_id FROM person p
            CROSS JOIN LATERAL (
              SELECT r.document_id FROM reading r WHERE r.turn = p.turn AND r.due_at <= now()
               ORDER BY r.has_text, r.due_at LIMIT 1) due
            WHERE NOT EXISTS (SELECT 1 FROM reading b
                               WHERE b.turn = p.turn AND b.due_at > now() AND b.lease IS NOT NULL))
         ORDER BY has_text, random() LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING document_id, campaign_id, source_key, lease, state, has_text, source_etag, reader_version, tries, ever_hidden,
                readings`,
  );
  return row;
}

const HELD = 'document_id = $1 AND source_key = $2 AND lease = $3';
const held = ({ document_id, source_key, lease }: PendingExtraction) => [
  document_id,
  source_key,
  lease,
];
const NOT_READING = `lease = NULL, state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END`;

/** Renews the lease and stores the progress. @returns false if another worker has the lease, or the file has changed */
export async function renewLease(
  db: SqlReader,
  file: PendingExtraction,
  progress: { progress?: number; pages?: number | undefined } = {},
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE reading SET due_at = now() + interval '${LEASE}', progress = coalesce($4, progress), pages = coalesce($5, pages)
      WHERE ${HELD} RETURNING 1`,
    [
      ...held(file),
      progress.progress === undefined ? null : Math.round(progress.progress),
      progress.pages ?? null,
    ],
  );
  return rows.length > 0;
}

/** Columns that may have changed since the file was claimed. */
export type LockedExtraction = Pick<
  PendingExtraction,
  'state' | 'has_text' | 'ever_hidden' | 'readings'
>;

/** Locks the row until the transaction ends; undefined if another worker has the lease. */
export async function lockExtraction(
  tx: Transaction,
  file: PendingExtraction,
): Promise<LockedExtraction | undefined> {
  const [row] = await tx.query<LockedExtraction>(
    `SELECT state, has_text, ever_hidden, readings FROM reading WHERE ${HELD} FOR UPDATE`,
    held(file),
  );
  return row;
}

/** Stores the result of an extraction. */
export async function settleExtraction(
  tx: Transaction,
  file: PendingExtraction,
  settled: {
    state: TextState;
    hasText: boolean;
    etag: string | null;
    pages?: number | undefined;
    everHidden?: boolean;
    isReading?: boolean;
  },
): Promise<void> {
  await tx.query(
    `UPDATE reading
        SET state = $4, has_text = $5, source_etag = $6, reader_version = $7, tries = 0, due_at = NULL, lease = NULL,
            progress = 0, pages = CASE WHEN $8 THEN $9::int ELSE pages END, ever_hidden = ever_hidden OR $10,
            readings = readings + $8::boolean::int
      WHERE ${HELD}`,
    [
      ...held(file),
      settled.state,
      settled.hasText,
      settled.etag,
      EXTRACTOR_VERSION,
      settled.isReading ?? false,
      settled.pages ?? null,
      settled.everHidden ?? false,
    ],
  );
}

/** Another try later, because of the file. @param seconds for each try before */
export async function retryLater(
  db: SqlReader,
  file: PendingExtraction,
  seconds: number,
): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = now() + tries * $4 * interval '1 second', ${NOT_READING} WHERE ${HELD}`,
    [...held(file), seconds],
  );
}

/** Retries without counting the try, for failures that the file did not cause. */
export async function retryWithoutCounting(db: SqlReader, file: PendingExtraction): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = now() + interval '5 seconds', tries = greatest(tries - 1, 0), ${NOT_READING}
      WHERE ${HELD}`,
    held(file),
  );
}

/** Suspends extraction of a document that is in the trash or deleted; restoring schedules it again. */
export async function suspendExtraction(db: SqlReader, file: PendingExtraction): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = NULL, tries = 0, ${NOT_READING} WHERE ${HELD}`,
    held(file),
  );
}

/** A document as it stands when its file is read. */
export interface ExtractedDocument {
  original_filename: string;
  content_type: string;
  is_spoilers: boolean;
}

/** The document of an extraction; undefined if it has another file, is in the trash, or is deleted. */
export async function extractedDocument(
  db: SqlReader,
  { document_id, source_key }: PendingExtraction,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ExtractedDocument | undefined> {
  const [row] = await db.query<ExtractedDocument>(
    `SELECT original_filename, content_type, is_spoilers FROM document
      WHERE id = $1 AND s3_key = $2 ${lock}`,
    [document_id, source_key],
  );
  return row;
}

/** Whether the text of a locked document is that of its current file. */
export async function isExtractedFrom(
  db: SqlReader,
  { id, s3_key }: { id: string; s3_key: string },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM reading WHERE document_id = $1 AND source_key = $2 AND state = 'ready' AND has_text FOR UPDATE`,
    [id, s3_key],
  );
  return rows.length > 0;
}

/** Writes down that players do not, or did not, see all of a document's text: until a GM gives it to them they get no file of it. */
export async function markEverHidden(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    'UPDATE reading SET ever_hidden = true WHERE document_id = $1 AND NOT ever_hidden',
    [document],
  );
}

/** A GM has given players the file of a document of which they see all. */
export async function clearEverHidden(tx: Transaction, document: string): Promise<void> {
  await tx.query('UPDATE reading SET ever_hidden = false WHERE document_id = $1', [document]);
}

/** Lets players have a file that may have held secret markup. @returns whether they did not get it until now */
export async function releaseHold(tx: Transaction, document: string): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE document SET file_on_hold = false WHERE id = $1 AND file_on_hold RETURNING 1',
    [document],
  );
  return rows.length > 0;
}

export async function wasEverHidden(db: SqlReader, document: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM reading WHERE document_id = $1 AND ever_hidden', [
    document,
  ]);
  return rows.length > 0;
}
