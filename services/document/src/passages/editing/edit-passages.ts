import { NOTE_LIMITS, type EditedPassage, type EditedPlace } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { CHOSEN_MEMBERSHIPS, WIDEST_AUDIENCE } from '@tomekeeper/visibility';
import { deleteLostParts, storeText, type StoredPassage } from '../all-passages';
import { deleteLinks, writeLinks } from '../content/document-links';
import { normalizeText } from '../content/normalized-text';
import { deleteWords, writeWords } from '../content/passage-words';

// Reads and writes note passages, hidden ones included, for their GMs; lint lists the allowed importers.
// notes/saving/merge.ts decides the result of a save.

export { hasRoom, type StoredPassage } from '../all-passages';

interface DocumentRef {
  document: string;
  campaign: string;
}

/** Gap between two positions, so that a passage can be inserted without moving others. */
const STEP = 65_536;

interface NewText extends DocumentRef {
  is_spoilers: boolean;
  passages: readonly StoredPassage[];
  /** Indexes of passages for GMs only. */
  hidden?: readonly number[] | undefined;
}

/** Stores the words of a new note; secret markup makes its passages GM only. */
export async function storeNote(tx: Transaction, note: NewText): Promise<void> {
  await storeText(tx, { ...note, sourceVersion: 1, everHidden: false, step: STEP });
}

/**
 * Prepares the passages of an extracted file for editing: positions with gaps, and no pages. Names of link targets stay.
 * @param number of the change in the feed of the campaign
 */
export async function makePassagesEditable(
  tx: Transaction,
  { document, number }: { document: string; number: number },
): Promise<void> {
  await tx.query(
    `UPDATE passage SET position = (position + 1) * ${STEP}, page = NULL, region = NULL, number = $2
      WHERE document_id = $1`,
    [document, number],
  );
}

export interface LivingPassage {
  id: string;
  position: number;
  audience_class: string | null;
  version: number;
  /** UTF-8 bytes of its text. */
  bytes: number;
}

/** Returns all passages of a note in reading order, without their text. */
export function livingPassages(tx: Transaction, document: string): Promise<LivingPassage[]> {
  return tx.query<LivingPassage>(
    `SELECT id, position, audience_class, version, octet_length(text) AS bytes
       FROM passage WHERE document_id = $1 ORDER BY position, id`,
    [document],
  );
}

interface EditedRow {
  id: string;
  kind: StoredPassage['kind'];
  depth: number;
  level: number | null;
  text: string;
  content: StoredPassage['content'];
  version: number;
}

const AUDIENCE = `${WIDEST_AUDIENCE} AS audience,
                  CASE WHEN p.audience_class IS NOT NULL THEN true END AS own_audience,
                  ${CHOSEN_MEMBERSHIPS} AS chosen`;

/** Includes the memberships of chosen players. */
export type WithChosen<Told> = Omit<Told, 'players'> & { chosen?: readonly string[] };

interface Audience {
  audience: NonNullable<EditedPassage['audience']>;
  own_audience: true | null;
  chosen: readonly string[] | null;
}

const audienced = <Row extends Audience>({ own_audience, chosen, ...row }: Row) => ({
  ...row,
  ...(own_audience && { own_audience }),
  ...(chosen && { chosen }),
});

const WRITTEN = `p.id, p.kind, p.depth, p.level, p.text, p.content, p.version, ${AUDIENCE}`;

type WrittenRow = EditedRow & Audience;
type WrittenPassage = WithChosen<EditedPassage> & StoredPassage;

const asWritten = ({ level, ...row }: WrittenRow): WrittenPassage => ({
  ...audienced(row),
  ...(level !== null && { level }),
});

/** The given passages of a note for its editor, in reading order. */
export async function writtenPassages(
  db: SqlReader,
  document: string,
  ids: readonly string[],
): Promise<WrittenPassage[]> {
  const rows = await db.query<WrittenRow>(
    `SELECT ${WRITTEN} FROM document d JOIN passage p ON p.document_id = d.id
      WHERE d.id = $1 AND p.id = ANY ($2::uuid[]) ORDER BY p.position, p.id`,
    [document, ids],
  );
  return rows.map(asWritten);
}

/**
 * One page of a note's passages for its editor, in reading order, starting at the cursor `after`. Contains only passages with a
 * version above `since`.
 */
export async function writtenPage(
  db: SqlReader,
  document: string,
  { since = 0, after }: { since?: number | undefined; after?: string | undefined },
): Promise<{ passages: WrittenPassage[]; next?: string }> {
  const [position = '-1', id = null] = after?.split(':') ?? [];
  // The page ends before the passage with which its content would exceed the bound.
  const rows = await db.query<WrittenRow & { position: number; bytes_before: number }>(
    `SELECT * FROM (
       SELECT q.*, (sum(octet_length(q.content::text)) OVER (ORDER BY q.position, q.id))::int
                   - octet_length(q.content::text) AS bytes_before
         FROM (SELECT ${WRITTEN}, p.position FROM document d JOIN passage p ON p.document_id = d.id
                WHERE d.id = $1 AND p.version > $2 AND (p.position, p.id) > ($3::int, coalesce($4::uuid, '${FIRST_ID}'))
                ORDER BY p.position, p.id LIMIT ${NOTE_LIMITS.editingPage + 1}) q) page
      ORDER BY position, id`,
    [document, since, position, id],
  );
  const end = rows.findIndex(
    ({ bytes_before }, index) =>
      index >= NOTE_LIMITS.editingPage || bytes_before > NOTE_LIMITS.editingPageBytes,
  );
  const page = end < 0 ? rows : rows.slice(0, Math.max(end, 1));
  const last = page.at(-1);
  return {
    passages: page.map(({ position: _position, bytes_before: _bytes, ...row }) => asWritten(row)),
    ...(last && page.length < rows.length && { next: `${last.position}:${last.id}` }),
  };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** UTF-8 bytes of the text of a document. */
export async function textBytes(db: SqlReader, document: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(text)), 0)::int AS bytes FROM passage WHERE document_id = $1`,
    [document],
  );
  return row?.bytes ?? 0;
}

/** Positions and audiences of a note's passages in reading order, without their text. */
export async function editedPlaces(
  db: SqlReader,
  document: string,
): Promise<WithChosen<EditedPlace>[]> {
  const rows = await db.query<Pick<EditedPlace, 'id' | 'version'> & Audience>(
    `SELECT p.id, p.version, ${AUDIENCE}
       FROM document d JOIN passage p ON p.document_id = d.id
      WHERE d.id = $1 ORDER BY p.position, p.id`,
    [document],
  );
  return rows.map(audienced);
}

/** A source of text outside the note's current passages. */
export interface PassageElsewhere {
  id: string;
  audience_class: string | null;
  /** Whether its document is a spoiler, or was when it was deleted; null for deleted passages of files. */
  was_spoilers: boolean | null;
  /** Whether it went from the note itself. */
  is_own: boolean;
  /** Position of a deleted passage. */
  position: number | null;
}

/** Looks up passages of a campaign by id that are in other documents or were deleted. */
export function passagesElsewhere(
  tx: Transaction,
  { document, campaign }: DocumentRef,
  ids: readonly string[],
): Promise<PassageElsewhere[]> {
  return tx.query<PassageElsewhere>(
    `SELECT p.id, p.audience_class, d.is_spoilers AS was_spoilers, false AS is_own, NULL::int AS position
       FROM passage p LEFT JOIN document d ON d.id = p.document_id
      WHERE p.id = ANY ($3::uuid[]) AND p.campaign_id = $2 AND p.document_id <> $1
     UNION ALL
     SELECT g.passage_id, g.audience_class, g.was_spoilers, g.document_id = $1,
            CASE WHEN g.document_id = $1 THEN g.position END
       FROM passage_gone g
      WHERE g.passage_id = ANY ($3::uuid[]) AND g.campaign_id = $2
        AND NOT EXISTS (SELECT 1 FROM passage p WHERE p.id = g.passage_id)`,
    [document, campaign, ids],
  );
}

/** Which of these ids were ever used by passages of other documents, in any campaign. */
export async function takenIds(
  tx: Transaction,
  document: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM used_passage_id WHERE id = ANY ($2::uuid[]) AND owner <> $1',
    [document, ids],
  );
  return rows.map(({ id }) => id);
}

/** The members of the classes of chosen players of a campaign. */
export async function classMembers(
  db: SqlReader,
  campaign: string,
): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; memberships: string[] }>(
    'SELECT id, memberships FROM audience_class WHERE campaign_id = $1',
    [campaign],
  );
  return new Map(rows.map(({ id, memberships }) => [id, memberships]));
}

/** A passage to insert or update. */
export interface PassageToPut {
  id: string;
  written: StoredPassage;
  audience_class: string | null;
}

/** Changes of a save to a note. */
export interface Edit extends DocumentRef {
  is_spoilers: boolean;
  /** Of the save: its number in the campaign's changes, and the note's version that it makes. */
  number: number;
  version: number;
  puts: readonly PassageToPut[];
  narrowed: readonly { id: string; audience_class: string | null }[];
  removed: readonly string[];
  /** All passage ids after the save, in reading order. */
  order: readonly string[];
}

/** Applies the changes of a save to a note that this transaction has locked. */
export async function editPassages(
  tx: Transaction,
  edit: Edit,
  living: readonly Pick<LivingPassage, 'id' | 'position'>[],
): Promise<void> {
  const { document, campaign, number, version, puts, narrowed, removed } = edit;
  await removePassages(tx, edit);
  const before = new Map(living.map(({ id, position }) => [id, position]));
  const positions = positionsOf(edit.order, before);
  const onceSeen = await takeBack(
    tx,
    document,
    puts.flatMap(({ id }) => (before.has(id) ? [] : [id])),
  );
  for (const { id, written, audience_class } of puts)
    await tx.query(
      `INSERT INTO passage AS p (id, document_id, campaign_id, position, kind, depth, level, text, folded, content,
                                 audience_class, number, version, was_seen)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14)
       ON CONFLICT (id) DO UPDATE
         SET position = excluded.position, kind = excluded.kind, depth = excluded.depth, level = excluded.level,
             text = excluded.text, folded = excluded.folded,
             -- Writers do not send the names of link targets, which notes made of files contain.
             content = CASE WHEN p.content ? 'anchors'
                            THEN excluded.content || jsonb_build_object('anchors', p.content -> 'anchors')
                            ELSE excluded.content END,
             audience_class = excluded.audience_class, number = excluded.number, version = excluded.version
       WHERE p.document_id = excluded.document_id`,
      [
        id,
        document,
        campaign,
        positions.get(id),
        written.kind,
        written.depth,
        written.level ?? null,
        written.text,
        normalizeText(written.text),
        JSON.stringify(written.content),
        audience_class,
        number,
        version,
        onceSeen.has(id),
      ],
    );
  for (const { id, audience_class } of narrowed)
    await tx.query(
      'UPDATE passage SET audience_class = $3, number = $4 WHERE id = $1 AND document_id = $2',
      [id, document, audience_class, number],
    );
  await deleteLinks(tx, document, [...removed, ...puts.map(({ id }) => id)]);
  await writeLinks(
    tx,
    edit,
    puts.map(({ id, written: { content } }) => ({ id, content })),
  );
  await deleteWords(tx, document, removed);
  await writeWords(
    tx,
    puts.map(({ id, written: { text } }) => ({ id, document, campaign, text })),
  );
  const put = new Set(puts.map(({ id }) => id));
  const moved = [...positions].filter(([id, at]) => !put.has(id) && before.get(id) !== at);
  if (moved.length > 0)
    await tx.query(
      `UPDATE passage p SET position = m.position, number = $4
         FROM unnest($2::uuid[], $3::int[]) AS m (id, position)
        WHERE p.id = m.id AND p.document_id = $1`,
      [document, moved.map(([id]) => id), moved.map(([, at]) => at), number],
    );
  if (removed.length > 0 || puts.length > 0) await deleteLostParts(tx, document);
}

/** Deletes the deletion records of restored passages. @returns ids of passages that players have seen */
async function takeBack(
  tx: Transaction,
  document: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const back = await tx.query<{ id: string }>(
    `WITH back AS (DELETE FROM passage_gone WHERE document_id = $1 AND passage_id = ANY ($2::uuid[]) RETURNING *)
     SELECT passage_id AS id FROM back WHERE was_seen`,
    [document, ids],
  );
  return new Set(back.map(({ id }) => id));
}

/** Records the audience, which applies again if the text is restored. */
async function removePassages(
  tx: Transaction,
  { document, campaign, number, is_spoilers, removed }: Edit,
): Promise<void> {
  if (removed.length === 0) return;
  await tx.query(
    `WITH gone AS (
       DELETE FROM passage WHERE document_id = $1 AND id = ANY ($5::uuid[])
       RETURNING id, position, audience_class, born_at, was_seen)
     INSERT INTO passage_gone (passage_id, document_id, campaign_id, number, position, audience_class, was_spoilers, born_at,
                               was_seen)
     SELECT id, $1, $2, $3, position, audience_class, $4, born_at, was_seen OR audience_class IS NULL AND NOT $4 FROM gone
     ON CONFLICT (passage_id) DO UPDATE
       SET number = excluded.number, gone_at = now(), position = excluded.position,
           audience_class = excluded.audience_class, was_spoilers = excluded.was_spoilers, born_at = excluded.born_at,
           was_seen = passage_gone.was_seen OR excluded.was_seen`,
    [document, campaign, number, is_spoilers, removed],
  );
}

/**
 * Computes positions. Passages in unchanged order keep theirs and new ones go between; without enough room all passages
 * are renumbered.
 */
function positionsOf(
  order: readonly string[],
  before: ReadonlyMap<string, number>,
): Map<string, number> {
  const staying = risingOf(order.map((id) => before.get(id)));
  const positions = new Map<string, number>();
  let last = 0;
  for (let at = 0; at < order.length;) {
    if (staying.has(at)) {
      last = before.get(order[at]!)!;
      positions.set(order[at++]!, last);
      continue;
    }
    let end = at;
    while (end < order.length && !staying.has(end)) end++;
    const next = end < order.length ? before.get(order[end]!)! : last + (end - at + 1) * STEP;
    const room = (next - last) / (end - at + 1);
    if (room < 1 || next > MAX_POSITION)
      return new Map(order.map((id, index) => [id, (index + 1) * STEP]));
    for (let nth = 1; at < end; nth++) positions.set(order[at++]!, last + Math.floor(nth * room));
    last = positions.get(order[end - 1]!)!;
  }
  return positions;
}

const MAX_POSITION = 2_000_000_000;

/** Places of the longest run of numbers that rise, of which none has to move. */
function risingOf(numbers: readonly (number | undefined)[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number>();
  numbers.forEach((number, at) => {
    if (number === undefined) return;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous.set(at, ends[low - 1]!);
    ends[low] = at;
  });
  const rising = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) rising.add(at);
  return rising;
}
