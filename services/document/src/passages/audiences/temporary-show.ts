import { createHash } from 'node:crypto';
import { nameLink, type Passage, type PassageContent } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { mapContent } from '@tomekeeper/text-extraction';
import { canSeeClass } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { renumberLists } from '../content/list-numbers';
import { viewerParameters } from '../visible/visible-passages';

// Passages of shows without keeping. Every statement here checks the recipients.

/** Most passages of one show. */
export const MOST_SHOWN = 200;

/** Duration of a show in minutes. */
export const TEMPORARY_SHOW_MINUTES = 30;

const IS_RUNNING = `s.at > now() - interval '${TEMPORARY_SHOW_MINUTES} minutes'`;

/** Whether the viewer is a recipient of show `s`. */
const IS_RECIPIENT = `(
  s.campaign_id = ANY ($2::uuid[]) AND NOT s.campaign_id = ANY ($1::uuid[]) AND s.recipients && $3::uuid[])`;

/**
 * Passage `p` of show `s`, unless edited or deleted and restored since: an edit may add text that was not chosen for
 * the show.
 */
const IS_SHOWN = `p.document_id = s.document_id AND p.id = ANY (s.passages) AND p.born_at <= s.at
  AND p.version = s.versions[array_position(s.passages, p.id)]`;

/** Audience changes of the whole document since the start of show `s`. */
const ACTS_SINCE = `
  SELECT FROM ledger_entry e
   WHERE e.document_id = s.document_id AND e.at > s.at AND e.audience_class IS NULL AND e.act <> 'replace'`;

/** An object in the store, created for one show. */
export interface ShownPicture {
  key: string;
  width: number;
  height: number;
}

export interface TemporaryShow {
  id: string;
  campaign: string;
  at: Date;
  title: string | null;
  picture: ShownPicture | null;
  /** Keys of the store, by the ids that passages name. */
  images: Record<string, string>;
}

/** Returns the newest running show for a viewer in any campaign. */
export async function temporaryShowTo(
  db: SqlReader,
  scope: Scope,
): Promise<(TemporaryShow & { passages: Passage[] }) | undefined> {
  const [show] = await db.query<TemporaryShow>(
    `SELECT s.id, s.campaign_id AS campaign, s.at, s.title, s.picture, s.images
       FROM temporary_show s JOIN document d ON d.id = s.document_id
      WHERE ${IS_RECIPIENT} AND NOT s.closed_by && $3::uuid[] AND ${IS_RUNNING}
        AND (s.picture IS NULL OR d.s3_key = s.source_key) AND NOT EXISTS (${ACTS_SINCE})
      ORDER BY s.at DESC LIMIT 1`,
    viewerParameters(scope),
  );
  if (!show) return undefined;
  const rows = await db.query<
    Pick<Passage, 'id' | 'kind' | 'depth' | 'text' | 'content'> & { level: number | null }
  >(
    `SELECT p.id, p.kind, p.depth, p.level, p.text, p.content
       FROM temporary_show s JOIN document d ON d.id = s.document_id JOIN passage p ON ${IS_SHOWN}
      WHERE s.id = $4 AND ${IS_RECIPIENT}
        AND NOT EXISTS (
          SELECT FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
           WHERE l.passage_id = p.id AND e.at > s.at
             AND NOT ${canSeeClass('l.class_after', 'NOT d.is_spoilers')})
      ORDER BY p.position`,
    [...viewerParameters(scope), show.id],
  );
  if (rows.length === 0 && !show.picture) return undefined;
  const masked = (id: string) => maskedId(show.id, id);
  const passages = renumberLists(
    rows.map(({ level, ...row }) => ({
      ...row,
      id: masked(row.id),
      content: contentOf(row.content, masked),
      ...(level !== null && { level }),
    })),
    [],
  );
  const images = Object.fromEntries(
    Object.entries(show.images).map(([id, key]) => [masked(id), key]),
  );
  return { ...show, images, passages };
}

/** Replaces links within the campaign, by name as well, with plain text. */
function contentOf(
  { anchors: _anchors, image, ...content }: PassageContent,
  masked: (id: string) => string,
): PassageContent {
  const unlinked = mapContent(content, (inline) => {
    const { href, ...words } = inline;
    return href?.startsWith('#') || nameLink(href) ? words : inline;
  });
  return { ...unlinked, ...(image !== undefined && { image: masked(image) }) };
}

/** Returns an id that is valid for one show only: recipients cannot recognize the passage after a later reveal. */
function maskedId(show: string, id: string): string {
  const hex = createHash('sha256').update(`${show} ${id}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the requested passages with their pictures, or the first passages of the document. */
export function passagesToShow(
  db: SqlReader,
  document: string,
  asked: readonly string[] | undefined,
): Promise<{ id: string; version: number; image: string | null }[]> {
  return db.query(
    `SELECT p.id, p.version, p.content ->> 'image' AS image FROM passage p
      WHERE p.document_id = $1 AND ($2::uuid[] IS NULL OR p.id = ANY ($2::uuid[]))
      ORDER BY p.position LIMIT ${MOST_SHOWN}`,
    [document, asked ?? null],
  );
}

/** Hash of the visible content of show `s`; null after its end. */
const FINGERPRINT = `(
  SELECT md5(d.s3_key || coalesce(s.title, '')
             || coalesce((SELECT string_agg(p.id::text || md5(p.content::text)
                                   || (SELECT count(*) FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
                                        WHERE l.passage_id = p.id AND e.at > s.at)::text, ',' ORDER BY p.position)
                            FROM passage p WHERE ${IS_SHOWN}), ''))
    FROM document d WHERE d.id = s.document_id AND NOT EXISTS (${ACTS_SINCE}))`;

export interface ChangedShow {
  id: string;
  recipients: string[];
}

/** Updates the hash of a document's show. @returns the show if its visible content changed */
export async function noteChangedShow(
  tx: Transaction,
  document: string,
): Promise<ChangedShow | undefined> {
  const [row] = await tx.query<ChangedShow>(
    `WITH changed AS (
       UPDATE temporary_show s SET fingerprint = ${FINGERPRINT}
        WHERE s.document_id = $1 AND s.fingerprint IS DISTINCT FROM ${FINGERPRINT}
       RETURNING s.id, s.recipients)
     SELECT * FROM changed`,
    [document],
  );
  return row;
}
