import type { CommentsState } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Rows of `comment` and `comments_off`. Viewers read comments through `passages/visible/visible-comments.ts`.

interface NewComment {
  campaign: string;
  document: string;
  passage: string;
  /** Undefined for the owner of the campaign. */
  membership: string | undefined;
  person: string;
  isByGm: boolean;
  audienceClass: string;
  text: string;
  /** Idempotency key. */
  key: string;
}

/** Finds the comment that a person created on a passage with this idempotency key. */
export async function findCreatedComment(
  db: SqlReader,
  { person, passage, key }: Pick<NewComment, 'person' | 'passage' | 'key'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'SELECT id FROM comment WHERE person = $1 AND passage_id = $2 AND creation_key = $3',
    [person, passage, key],
  );
  return row?.id;
}

/** @returns the id */
export async function insertComment(tx: Transaction, comment: NewComment): Promise<string> {
  const { campaign, document, passage, membership, person, isByGm, audienceClass, text, key } =
    comment;
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO comment (campaign_id, document_id, passage_id, membership_id, person, is_by_gm, audience_class, text, creation_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [campaign, document, passage, membership ?? null, person, isByGm, audienceClass, text, key],
  );
  if (!row) throw new Error('A comment was not stored.');
  return row.id;
}

/** A comment of an imported archive. */
export interface ImportedComment {
  id: string;
  document: string;
  passage: string;
  author?: string | undefined;
  by_gm: boolean;
  audience_class: string;
  text: string;
  created_at: string;
  edited_at?: string | undefined;
}

/** Existing ids are skipped, so that a repeated import adds nothing. */
export async function insertImportedComments(
  tx: Transaction,
  { id, campaign }: { id: string; campaign: string },
  comments: readonly ImportedComment[],
): Promise<void> {
  await tx.query(
    `INSERT INTO comment (id, campaign_id, import_id, imported_author, document_id, passage_id, is_by_gm, audience_class, text,
                          creation_key, created_at, edited_at)
     SELECT c.id, $1, $2, c.author, c.document, c.passage, c.by_gm, c.audience_class, c.text, c.id, c.created_at, c.edited_at
       FROM jsonb_to_recordset($3::jsonb) AS c (id uuid, author text, document uuid, passage uuid, by_gm boolean,
              audience_class uuid, text text, created_at timestamptz, edited_at timestamptz)
     ON CONFLICT DO NOTHING`,
    [campaign, id, JSON.stringify(comments)],
  );
}

export async function deleteImportedComments(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM comment WHERE import_id = $1', [id]);
}

export async function updateComment(tx: Transaction, id: string, text: string): Promise<void> {
  await tx.query('UPDATE comment SET text = $2, edited_at = clock_timestamp() WHERE id = $1', [
    id,
    text,
  ]);
}

export async function deleteComment(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM comment WHERE id = $1', [id]);
}

/** Comments stay when the account of their author is erased. */
export async function anonymizeComments(tx: Transaction, person: string): Promise<void> {
  await tx.query('UPDATE comment SET person = NULL WHERE person = $1', [person]);
}

export async function commentsStateOf(db: SqlReader, campaign: string): Promise<CommentsState> {
  const off = await db.query('SELECT 1 FROM comments_off WHERE campaign_id = $1', [campaign]);
  return off.length > 0 ? 'off' : 'on';
}

/** @returns whether the state changed */
export async function setCommentsState(
  tx: Transaction,
  campaign: string,
  state: CommentsState,
): Promise<boolean> {
  const changed =
    state === 'off'
      ? await tx.query(
          'INSERT INTO comments_off (campaign_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
          [campaign],
        )
      : await tx.query(
          `WITH ended AS (DELETE FROM comments_off WHERE campaign_id = $1 RETURNING 1) SELECT * FROM ended`,
          [campaign],
        );
  return changed.length > 0;
}

/** A comment in a data export. */
export interface WrittenComment {
  campaign: string;
  document: string;
  text: string;
  created_at: Date;
  edited_at: Date | null;
}

/** Maximum comments in a data export; the latest. */
const MAX_EXPORTED = 10_000;

/** Comments of a person in all campaigns, latest first. */
export function commentsWrittenBy(db: SqlReader, person: string): Promise<WrittenComment[]> {
  return db.query(
    `SELECT campaign_id AS campaign, document_id AS document, text, created_at, edited_at FROM comment
      WHERE person = $1 ORDER BY created_at DESC, id LIMIT ${MAX_EXPORTED}`,
    [person],
  );
}
