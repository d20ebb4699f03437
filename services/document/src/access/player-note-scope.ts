import type { SqlReader } from '@tomekeeper/persistence';
import { FOR_GMS_CLASS, isForViewer } from '@tomekeeper/visibility';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters, type OftenReader } from '../passages/visible/visible-passages';
import { VISIBLE, type VisibleDocument } from './visible-documents';

// Scopes with notes of players. Their rows have the membership of the author in place of a campaign, so that queries about a campaign
// never return them: a scope contains such a membership only through this file. To the author the note is a managed document, to its
// other readers a Public one; `isForViewer` decides in the queries who they are.

/** Where a player's note belongs. */
export interface PlayerNoteRef {
  /** Membership of the author, which is the note's `campaign_id`. */
  membership: string;
  campaign: string;
  /** User id of the author; null once they have left. */
  author: string | null;
  /** User id of the author, also after they have left; null once their account is erased. */
  person: string | null;
  /** Of a note from an imported archive: the name of the author, '' if it is unknown. */
  imported_author: string | null;
}

/** User id of the author of notebook `n`, while they are a member. */
const AUTHOR = 'CASE WHEN n.ended_at IS NULL THEN n.person END';
const IMPORTED_AUTHOR = `CASE WHEN n.import_id IS NOT NULL THEN coalesce(n.imported_author, '') END AS imported_author`;

/**
 * Adds the notebook of a player's note to the scope of a viewer in its campaign.
 * @param user the viewer; undefined for a GM who views as a player, and sees no private notes
 */
export const scopeWithNote = (
  scope: Scope,
  { campaign, membership, author }: PlayerNoteRef,
  user: string | undefined,
): Scope =>
  scopeWithNotebooks(scope, campaign, {
    own: user !== undefined && author === user ? [membership] : [],
    all: [membership],
  });

/** @param own notebooks of the viewer */
function scopeWithNotebooks(
  scope: Scope,
  campaign: string,
  { own, all }: { own: readonly string[]; all: readonly string[] },
): Scope {
  if (!isMember(scope, campaign)) return scope;
  const { managed, played, memberships = [] } = scope;
  const isGm = managed.includes(campaign);
  return {
    managed: [...managed, ...own],
    played: [...played, ...all],
    memberships: isGm ? [...memberships, FOR_GMS_CLASS] : memberships,
  };
}

const isMember = ({ managed, played }: Scope, campaign: string): boolean =>
  managed.includes(campaign) || played.includes(campaign);

/** A note in a list. */
export interface PlayerNoteRow extends VisibleDocument {
  /** Cursor of the list. */
  place: string;
}

/** Start of the visibility of a note `d` to others: when it was private is not for them to know. */
export const SHARED_SINCE = 'coalesce(d.shown_since, d.created_at)';
const PLACE = `(extract(epoch FROM ${SHARED_SINCE}) * 1000000)::bigint || '.' || d.id`;

/**
 * Notes of the players of a campaign that a viewer may read, latest first.
 * @param scope of the viewer in the campaign
 * @param user as for {@link scopeWithNote}
 * @param before cursor of the last note of the page before
 * @param of user id of the author, if only their notes are wanted
 */
export async function visiblePlayerNotes(
  db: SqlReader,
  { scope, campaign, user }: { scope: Scope; campaign: string; user: string | undefined },
  { before, limit, of }: { before: NotePlace | undefined; limit: number; of: string | undefined },
): Promise<PlayerNoteRow[]> {
  if (!isMember(scope, campaign)) return [];
  const notebooks = await db.query<NotebookRow>(
    `SELECT n.membership_id AS membership, ${AUTHOR} AS author, ${IMPORTED_AUTHOR} FROM notebook n WHERE n.campaign_id = $1`,
    [campaign],
  );
  const ofAuthor = (person: string | undefined) =>
    notebooks.flatMap(({ membership, author }) =>
      author !== null && author === person ? [membership] : [],
    );
  const all = notebooks.map(({ membership }) => membership);
  const inNotebooks = scopeWithNotebooks(scope, campaign, { own: ofAuthor(user), all });
  const rows = await db.query<PlayerNoteRow>(
    `WITH page AS MATERIALIZED (
       SELECT d.id, ${SHARED_SINCE} AS since, ${PLACE} AS place FROM document d
        WHERE d.campaign_id = ANY ($4::uuid[]) AND (d.campaign_id = ANY ($1::uuid[]) OR ${isForViewer('d')})
          AND ($5::bigint IS NULL OR (${SHARED_SINCE}, d.id) < ('epoch'::timestamptz + $5 * interval '1 microsecond', $6::uuid))
        ORDER BY since DESC, d.id DESC LIMIT $7)
     SELECT v.*, page.place FROM page JOIN (${VISIBLE}) v USING (id)
      ORDER BY page.since DESC, page.id DESC`,
    [
      ...viewerParameters(inNotebooks),
      of === undefined ? all : ofAuthor(of),
      ...[before?.microseconds ?? null, before?.id ?? null, limit],
    ],
  );
  const authors = new Map(
    notebooks.map(({ membership, ...author }) => [membership, author] as const),
  );
  return rows.map((row) => ({ ...row, ...authors.get(row.campaign), campaign }));
}

interface NotebookRow {
  membership: string;
  author: string | null;
  imported_author: string | null;
}

/** Place in the list: since when the note is visible, and its id. */
export interface NotePlace {
  microseconds: string;
  id: string;
}

/** Where a document belongs: its campaign, and for a player's note more. */
export interface DocumentHome {
  campaign: string;
  note?: PlayerNoteRef;
}

interface HomeRow {
  home: string;
  campaign: string | null;
  author: string | null;
  person: string | null;
  imported_author: string | null;
}

const homes = (table: 'document' | 'trashed_document'): string =>
  `SELECT d.campaign_id AS home, n.campaign_id AS campaign, ${AUTHOR} AS author, n.person, ${IMPORTED_AUTHOR}
     FROM ${table} d LEFT JOIN notebook n ON n.membership_id = d.campaign_id WHERE d.id = $1`;

function toHome(row: HomeRow | undefined): DocumentHome | undefined {
  if (!row) return undefined;
  const { home, campaign, author, person, imported_author } = row;
  if (campaign === null) return { campaign: home };
  return { campaign, note: { membership: home, campaign, author, person, imported_author } };
}

/** Home of a document, for the permission check; the caller may not know it. */
export async function homeOf(db: OftenReader, id: string): Promise<DocumentHome | undefined> {
  return toHome((await db.queryOften<HomeRow>(homes('document'), [id]))[0]);
}

/** Home of a deleted document other than a handout, for the permission check. */
export async function homeOfTrashed(db: SqlReader, id: string): Promise<DocumentHome | undefined> {
  const sql = `${homes('trashed_document')} AND d.source_id IS NULL`;
  return toHome((await db.query<HomeRow>(sql, [id]))[0]);
}

/** A document as read from its row, with the campaign and author of a player's note. */
export const inCampaign = <Row extends { campaign: string }>(
  row: Row,
  note: PlayerNoteRef | undefined,
): Row => {
  if (!note) return row;
  const { campaign, author, imported_author } = note;
  return { ...row, campaign, author, imported_author };
};
