import type { TextState } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { holdsText, READER_VERSION } from './extract/read-text';
import { keepImagesFresh, OLD_IMAGES } from './images';

// Rows that say how far reading each document's file has come. A row that is due is read; whoever reads it pushes `due_at`
// on, so that another process takes it up when that one died.

export interface FileToBeRead {
  document_id: string;
  campaign_id: string;
  /** The object that is read; of another one a row of the same document may be about by the end. */
  source_key: string;
  state: TextState;
  /** Whether a text stands, of this file or of the one before. */
  has_text: boolean;
  source_etag: string | null;
  reader_version: number;
  /** This one included. */
  tries: number;
  ever_hidden: boolean;
  readings: number;
}

interface NoticedDocument {
  id: string;
  campaign_id: string;
  s3_key: string;
  original_filename: string;
  content_type: string;
}

export const MAX_TRIES = 3;
/** Of a file over which the child ran into a limit of its own: the next one does too, unless the machine was busy. */
export const MAX_TRIES_AT_LIMITS = 2;

const BATCH = 500;
const FEW = 20;
/** Whoever reads says so more often than that. */
const LEASE = '60 seconds';
const OPEN_STATES = `('waiting', 'reading')`;

/**
 * Writes down which documents are to be read: those that nobody has looked at since they, or their present file, came. Of a
 * file that replaced another, the text before stands until it is read; of other files that hold no text there is nothing to do.
 * @returns how many were looked at
 */
export async function noticeFiles(tx: Transaction): Promise<number> {
  const documents = await tx.query<NoticedDocument>(
    `UPDATE document SET read_key = s3_key
      WHERE id IN (SELECT id FROM document WHERE read_key IS DISTINCT FROM s3_key
                    ORDER BY id LIMIT ${BATCH} FOR UPDATE)
      RETURNING id, campaign_id, s3_key, original_filename, content_type`,
  );
  if (documents.length > 0)
    await tx.query(
      `INSERT INTO reading (document_id, campaign_id, source_key, state, reader_version, due_at)
       SELECT id, campaign, source, CASE WHEN holds_text THEN 'waiting' ELSE 'unsupported' END,
              CASE WHEN holds_text THEN 0 ELSE $5::int END, CASE WHEN holds_text THEN now() END
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[]) AS d (id, campaign, source, holds_text)
       ON CONFLICT (document_id) DO UPDATE
         SET source_key = excluded.source_key, tries = 0, progress = 0,
             state = CASE WHEN reading.has_text THEN 'waiting' ELSE excluded.state END,
             due_at = CASE WHEN reading.has_text THEN now() ELSE excluded.due_at END
       WHERE reading.source_key <> excluded.source_key OR reading.state IN ${OPEN_STATES}`,
      [
        documents.map(({ id }) => id),
        documents.map(({ campaign_id }) => campaign_id),
        documents.map(({ s3_key }) => s3_key),
        documents.map(({ original_filename: name, content_type: contentType }) =>
          holdsText({ name, contentType }),
        ),
        READER_VERSION,
      ],
    );
  return documents.length;
}

/** Has what a reader of an earlier version read, or could not read, be read again. @returns how many files */
export async function noticeBetterReader(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `UPDATE reading SET due_at = now(), tries = 0
      WHERE document_id IN (SELECT document_id FROM reading
                             WHERE due_at IS NULL AND reader_version < $1 AND state NOT IN ${OPEN_STATES}
                             LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING 1`,
    [READER_VERSION],
  );
  return rows.length;
}

/**
 * The next one to read, counted as a try. Campaigns take turns by chance, so that none with thousands keeps others waiting.
 * What is read again while its text stands stays ready.
 * @param except campaigns of which none is wanted now
 */
export async function nextFile(
  db: SqlReader,
  except: readonly string[] = [],
): Promise<FileToBeRead | undefined> {
  const [row] = await db.query<FileToBeRead>(
    `UPDATE reading
        SET tries = tries + 1, due_at = now() + interval '${LEASE}', progress = 0,
            state = CASE WHEN state IN ${OPEN_STATES} THEN 'reading' ELSE state END
      WHERE document_id = (
        SELECT document_id FROM reading
         WHERE due_at <= now() AND document_id IN (
           SELECT document_id FROM (
             SELECT document_id, row_number() OVER (PARTITION BY campaign_id ORDER BY due_at) AS turn
               FROM reading WHERE due_at <= now() AND campaign_id <> ALL ($1::uuid[])) waiting
            WHERE turn <= 2)
         ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING document_id, campaign_id, source_key, state, has_text, source_etag, reader_version, tries, ever_hidden,
                readings`,
    [except],
  );
  return row;
}

/** Whoever reads it is at work. @returns false when it is about another file by now */
export async function goesOn(
  db: SqlReader,
  { document_id, source_key }: FileToBeRead,
  { progress, pages }: { progress: number; pages: number | undefined },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE reading SET due_at = now() + interval '${LEASE}', progress = $3, pages = coalesce($4, pages)
      WHERE document_id = $1 AND source_key = $2 AND due_at IS NOT NULL RETURNING 1`,
    [document_id, source_key, Math.round(progress), pages ?? null],
  );
  return rows.length > 0;
}

/**
 * What became of reading a file, as its row is to stand. `state` is left out where the one of before stands.
 * @returns false when it is about another file by now
 */
export async function readingSettled(
  tx: Transaction,
  { document_id, source_key }: FileToBeRead,
  settled: {
    state?: TextState;
    hasText: boolean;
    etag: string | null;
    pages?: number | undefined;
    everHidden?: boolean;
    isReading?: boolean;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE reading
        SET state = coalesce($3, state), has_text = $4, source_etag = $5, reader_version = $6, tries = 0, due_at = NULL,
            progress = 0, pages = CASE WHEN $7 THEN $8::int ELSE pages END, ever_hidden = ever_hidden OR $9,
            readings = readings + $7::boolean::int
      WHERE document_id = $1 AND source_key = $2 RETURNING 1`,
    [
      document_id,
      source_key,
      settled.state ?? null,
      settled.hasText,
      settled.etag,
      READER_VERSION,
      settled.isReading ?? false,
      settled.pages ?? null,
      settled.everHidden ?? false,
    ],
  );
  return rows.length > 0;
}

/** Another try later, because of the file. */
export async function readLater(
  db: SqlReader,
  { document_id, source_key }: FileToBeRead,
): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = now() + tries * interval '20 seconds',
            state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END
      WHERE document_id = $1 AND source_key = $2`,
    [document_id, source_key],
  );
}

/** It was no fault of the file: the try does not count. */
export async function readSoon(
  db: SqlReader,
  { document_id, source_key }: FileToBeRead,
): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = now() + interval '5 seconds', tries = greatest(tries - 1, 0),
            state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END
      WHERE document_id = $1 AND source_key = $2`,
    [document_id, source_key],
  );
}

/** The document lies in the trash, or is no more: it is noticed again when it comes back. */
export async function notNow(
  db: SqlReader,
  { document_id, source_key }: FileToBeRead,
): Promise<void> {
  await db.query(
    `UPDATE reading SET due_at = NULL, tries = 0, state = CASE WHEN state = 'reading' THEN 'waiting' ELSE state END
      WHERE document_id = $1 AND source_key = $2`,
    [document_id, source_key],
  );
}

/** A document as it stands when its file is read. */
export interface DocumentRead {
  original_filename: string;
  content_type: string;
  is_spoilers: boolean;
}

/** The document whose file is read; undefined where it has another file, lies in the trash, or is no more. */
export async function documentRead(
  db: SqlReader,
  { document_id, source_key }: FileToBeRead,
  lock: 'FOR UPDATE' | '' = '',
): Promise<DocumentRead | undefined> {
  const [row] = await db.query<DocumentRead>(
    `SELECT original_filename, content_type, is_spoilers FROM document
      WHERE id = $1 AND s3_key = $2 ${lock}`,
    [document_id, source_key],
  );
  return row;
}

/** Gives players the text of a Public document, once its pictures are fresh. @returns whether they had it not before */
export async function showText(tx: Transaction, document: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE document d SET text_shown_since = shown_since
      WHERE id = $1 AND NOT is_spoilers AND text_shown_since IS DISTINCT FROM shown_since
        AND NOT EXISTS (SELECT 1 ${OLD_IMAGES}) RETURNING 1`,
    [document],
  );
  return rows.length > 0;
}

/** Documents \`d\` whose text players may have now, and have not. */
const TO_BE_SHOWN = `
  FROM document d JOIN reading o ON o.document_id = d.id
 WHERE NOT d.is_spoilers AND d.text_shown_since IS DISTINCT FROM d.shown_since
   AND o.source_key = d.s3_key AND o.state NOT IN ${OPEN_STATES}`;

/**
 * Gives players the texts without old pictures that they may have now, and have not. Rows that somebody has locked are waited
 * for: what was skipped would wait for the next sweep.
 * @returns of which of them there is one
 */
export async function showTexts(tx: Transaction): Promise<{ id: string; campaign_id: string }[]> {
  const rows = await tx.query<{ id: string; campaign_id: string; has_text: boolean }>(
    `UPDATE document s SET text_shown_since = s.shown_since
       FROM reading r
      WHERE r.document_id = s.id AND s.id IN (
        SELECT d.id ${TO_BE_SHOWN} AND NOT EXISTS (SELECT 1 ${OLD_IMAGES})
         ORDER BY d.id LIMIT ${BATCH} FOR UPDATE OF d)
      RETURNING s.id, s.campaign_id, r.has_text`,
  );
  return rows.filter(({ has_text }) => has_text);
}

/** Some of those whose pictures are to be written anew first. */
export async function textsWithOldImages(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT d.id ${TO_BE_SHOWN} AND EXISTS (SELECT 1 ${OLD_IMAGES}) ORDER BY random() LIMIT ${FEW}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Texts without a document, in or out of the trash: the release before, which runs beside this one for a while, deletes
 * documents and knows of no text. Each row is looked at once a day.
 */
export async function lostTexts(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ document_id: string; is_lost: boolean }>(
    `UPDATE reading r SET looked_at = now()
      WHERE document_id IN (SELECT document_id FROM reading WHERE looked_at < now() - interval '1 day'
                             ORDER BY looked_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING document_id,
                NOT EXISTS (SELECT 1 FROM document d WHERE d.id = r.document_id)
                AND NOT EXISTS (SELECT 1 FROM trashed_document t WHERE t.id = r.document_id) AS is_lost`,
  );
  return rows.filter(({ is_lost }) => is_lost).map(({ document_id }) => document_id);
}

/** In which showing of a Public document players have its text, to the microsecond; undefined where they have not. */
export async function textShownSince(
  tx: Transaction,
  document: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ since: string }>(
    `SELECT shown_since::text AS since FROM document
      WHERE id = $1 AND NOT is_spoilers AND text_shown_since = shown_since`,
    [document],
  );
  return row?.since;
}

/** Has players keep a text and its pictures in a showing that has just begun, as they had it in the one before. */
export async function keepTextShown(
  tx: Transaction,
  document: string,
  since: string,
): Promise<void> {
  await keepImagesFresh(tx, document, since);
  await showText(tx, document);
}

/** Holds a Public document until what is done with it is over. @returns its campaign */
export async function lockShown(tx: Transaction, document: string): Promise<string | undefined> {
  const [row] = await tx.query<{ campaign: string }>(
    'SELECT campaign_id AS campaign FROM document WHERE id = $1 AND NOT is_spoilers FOR UPDATE',
    [document],
  );
  return row?.campaign;
}
