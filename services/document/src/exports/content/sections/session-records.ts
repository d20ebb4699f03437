import {
  itemHref,
  sessionRecord,
  type BoardRecord,
  type CharacterRecord,
  type SessionRecord,
} from '@tomekeeper/campaign-files';
import type { BoardItem, SessionContent } from '@tomekeeper/contracts-campaign';
import type { VisibleDocument } from '../../../access/visible-documents';
import { visibleRecapOfSession } from '../../../access/visible-recaps';
import type { Exporter } from '../exporter';
import { passageIndex } from '../exported-note';

/** Documents of the export by id: references to others are left out. */
type ExportedDocuments = ReadonlyMap<string, Pick<VisibleDocument, 'has_file'>>;

/** Sessions as the exporter sees them, the first session first. */
export async function* sessionRecords(
  exporter: Exporter,
  documents: ExportedDocuments,
): AsyncGenerator<SessionRecord> {
  const { client, campaign, person, content, contents } = exporter;
  for (const { id } of content.sessions) {
    const session = await client.sessionFor(campaign, id, person);
    // Deleted or withdrawn since the list was read.
    if (!session) continue;
    contents.sessions.push({ id, title: session.title });
    yield await recordOf(session, { ...exporter, documents });
  }
}

/**
 * Characters of members.
 * @param portraits source ids of their files by user id
 */
export async function* characterRecords(
  { content }: Exporter,
  portraits: ReadonlyMap<string, string>,
): AsyncGenerator<CharacterRecord> {
  for (const { id, name: player, character } of content.members) {
    const portrait = portraits.get(id);
    if (character) yield { player, ...character, ...(portrait !== undefined && { portrait }) };
  }
}

interface CampaignExport extends Exporter {
  documents: ExportedDocuments;
}

async function recordOf(session: SessionContent, given: CampaignExport): Promise<SessionRecord> {
  const { members, checklist_items: checklist = [], board = [], number, title } = session;
  const those = (answer: SessionContent['members'][number]['attendance']) =>
    members.flatMap(({ person, attendance }) => (attendance === answer ? person : []));
  return sessionRecord.parse({
    id: session.id,
    number,
    title: title ?? '',
    title_released: session.title_released ?? title !== null,
    starts_at: session.starts_at,
    time_zone: session.time_zone,
    state: session.state,
    started_at: session.started_at,
    closed_at: session.closed_at,
    announced: number !== null,
    attendance: { yes: those('yes'), maybe: those('maybe'), no: those('no') },
    plan: exported(session.plan, given),
    recap: exported(await recapOf(session, given), given),
    checklist: checklist.map(({ text, done }) => ({ text, is_done: done })),
    board: await boardRecords(board, given),
  } satisfies Record<keyof SessionRecord, unknown>);
}

const exported = (
  document: string | null | undefined,
  { documents }: CampaignExport,
): string | undefined => (documents.has(document ?? '') ? (document ?? undefined) : undefined);

/** Only GMs get the recap of the session itself; players find the published one by the start of the session. */
async function recapOf(
  { recap, started_at }: SessionContent,
  { uow, viewer: { scope, membership } }: CampaignExport,
): Promise<string | null | undefined> {
  if (membership === null || started_at === null) return recap;
  return (await visibleRecapOfSession(uow, scope, new Date(started_at)))?.id;
}

async function boardRecords(
  items: readonly BoardItem[],
  given: CampaignExport,
): Promise<BoardRecord[]> {
  const records: BoardRecord[] = [];
  for (const item of items) {
    const record = await boardRecord(item, given);
    if (record) records.push(record);
  }
  return records;
}

/** @returns undefined for a reference to a document that is not in the export */
async function boardRecord(
  item: BoardItem,
  { uow, viewer: { scope }, campaign, documents }: CampaignExport,
): Promise<BoardRecord | undefined> {
  if (item.kind === 'text') return { kind: 'text', text: item.text };
  if (item.kind === 'checklist')
    return {
      kind: 'checklist',
      title: item.title,
      lines: item.lines.map(({ text, done }) => ({ text, is_done: done })),
    };
  const { kind, document: id } = item;
  const document = documents.get(id);
  if (!document) return undefined;
  if (kind !== 'passage') return { kind, item: itemHref({ id }) };
  // Few files have a text in the archive; a deleted passage leads to its document.
  const passage = document.has_file
    ? undefined
    : await passageIndex(
        { uow, scope, document: { campaign, is_managed: true } },
        id,
        item.passage,
      );
  if (passage === undefined) return { kind: 'document', item: itemHref({ id }) };
  return { kind, item: itemHref({ id, passage }) };
}
