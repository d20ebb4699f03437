import type { CampaignContent } from '@tomekeeper/contracts-campaign';
import type { SqlReader } from '@tomekeeper/persistence';

/** Exported data whose withdrawal does not change the revocation watermark of the member, in the exported state. */
export interface ExportContents {
  sessions: CampaignContent['sessions'];
  comments: { id: string; edited_at: string | null }[];
  /** Notes of players. */
  notes: { id: string; state: string }[];
  portraits: { id: string }[];
}

export const emptyContents = (): ExportContents => ({
  sessions: [],
  comments: [],
  notes: [],
  portraits: [],
});

/** Version and audience of the player's note `d`. */
const NOTE_STATE = `(SELECT n.version FROM note n WHERE n.document_id = d.id) || ' ' || d.author_audience`;

/** @returns undefined for a deleted note */
export async function noteState(db: SqlReader, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ state: string }>(
    `SELECT ${NOTE_STATE} AS state FROM document d WHERE d.id = $1`,
    [id],
  );
  return row?.state;
}

/**
 * Whether the member still sees sessions, comments, notes and portraits of an export, and these comments, notes and portraits are
 * unchanged.
 * @param contentNow of the campaign as the member sees it, requested if the export contains sessions
 */
export async function isStillVisible(
  db: SqlReader,
  { sessions, comments, notes, portraits }: ExportContents,
  contentNow: () => Promise<CampaignContent>,
): Promise<boolean> {
  const visible = sessions.length > 0 ? (await contentNow()).sessions : [];
  const titles = new Map(visible.map(({ id, title }) => [id, title]));
  if (!sessions.every(({ id, title }) => titles.has(id) && [null, titles.get(id)].includes(title)))
    return false;
  const [same] = await db.query<{ comments: number; notes: number; portraits: number }>(
    `SELECT (SELECT count(*)::int FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, edited_at timestamptz)
               JOIN comment c ON c.id = e.id
              WHERE date_trunc('milliseconds', c.edited_at) IS NOT DISTINCT FROM e.edited_at
                AND NOT EXISTS (SELECT 1 FROM comments_off f WHERE f.campaign_id = c.campaign_id)) AS comments,
            (SELECT count(*)::int FROM jsonb_to_recordset($2::jsonb) AS e (id uuid, state text)
               JOIN document d ON d.id = e.id WHERE ${NOTE_STATE} = e.state) AS notes,
            (SELECT count(*)::int FROM jsonb_to_recordset($3::jsonb) AS e (id uuid) JOIN member_picture m ON m.id = e.id) AS portraits`,
    [JSON.stringify(comments), JSON.stringify(notes), JSON.stringify(portraits)],
  );
  return (
    same?.comments === comments.length &&
    same.notes === notes.length &&
    same.portraits === portraits.length
  );
}
