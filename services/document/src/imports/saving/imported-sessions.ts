import { itemLink, type BoardRecord, type SessionRecord } from '@tomekeeper/campaign-files';
import type { ImportedSession } from '@tomekeeper/contracts-campaign';
import type { Transaction } from '@tomekeeper/persistence';
import type { AddedSessions, CampaignContentClient } from '../../memberships/campaign-content';
import type { TextTargets } from './imported-text';

/** Documents and passages of the campaign for references to items of the import. */
export type SessionTargets = Omit<TextTargets, 'images'>;

/**
 * Source ids of notes that an import saves for GMs only, with all their passages: plans, and recaps until a GM publishes them again,
 * because the sources of their sentences are not imported, so that hiding a source would not hide its sentence.
 */
export function notesForGms(records: readonly SessionRecord[]): Set<string> {
  return new Set(records.flatMap(({ plan, recap }) => [plan ?? [], recap ?? []].flat()));
}

/**
 * Adds the sessions of an import to the campaign, after its documents. Idempotent.
 * @throws {DomainError} 404 if the person left the campaign
 * @throws {UpstreamUnavailable}
 */
export function addImportedSessions(
  client: CampaignContentClient,
  place: { campaign: string; importId: string; user: string },
  records: readonly SessionRecord[],
  targets: SessionTargets,
): Promise<AddedSessions> {
  return client.addSessions(
    place,
    records.map((record) => importedSessionOf(record, targets)),
  );
}

/** A session of an archive with the ids of this campaign. References to documents that were not imported are left out. */
export function importedSessionOf(
  { id, plan, recap, checklist, board, ...session }: SessionRecord,
  targets: SessionTargets,
): ImportedSession {
  return {
    ...session,
    source_id: id,
    plan: targets.documents.get(plan ?? '') ?? null,
    recap: targets.documents.get(recap ?? '') ?? null,
    checklist: checklist.map(({ text, is_done: done }) => ({ text, done })),
    board: board.flatMap((item) => boardItem(item, targets) ?? []),
  };
}

function boardItem(
  item: BoardRecord,
  { documents, passageOf }: SessionTargets,
): ImportedSession['board'][number] | undefined {
  if (item.kind === 'text') return item;
  if (item.kind === 'checklist') {
    const lines = item.lines.map(({ text, is_done: done }) => ({ text, done }));
    return { ...item, lines };
  }
  const link = itemLink(item.item);
  const document = documents.get(link?.id ?? '');
  if (document === undefined) return undefined;
  if (item.kind !== 'passage') return { kind: item.kind, document };
  const passage = link?.passage === undefined ? undefined : passageOf(document, link.passage);
  return passage === undefined
    ? { kind: 'document', document }
    : { kind: 'passage', document, passage };
}

/**
 * Marks imported notes as the recaps of their sessions, so that players find them once a GM publishes them.
 * @param added notes that the import added, by source id
 */
export async function markImportedRecaps(
  tx: Transaction,
  campaign: string,
  records: readonly SessionRecord[],
  added: ReadonlyMap<string, string>,
): Promise<void> {
  const recaps = records.flatMap(({ recap, started_at }) => {
    const document = added.get(recap ?? '');
    return document === undefined || started_at === null ? [] : [{ document, started_at }];
  });
  await tx.query(
    `INSERT INTO recap (document_id, campaign_id, starts_at)
     SELECT document, $1, started_at FROM jsonb_to_recordset($2::jsonb) AS r (document uuid, started_at timestamptz)
     ON CONFLICT (document_id) DO NOTHING`,
    [campaign, JSON.stringify(recaps)],
  );
}
