import { Injectable } from '@nestjs/common';
import { itemLink, type SessionRecord } from '@tomekeeper/campaign-files';
import type { SqlReader } from '@tomekeeper/persistence';
import { CampaignContentClient } from '../../../memberships/campaign-content';
import { recordsOf } from '../../review/import-records';
import { addImportedSessions, markImportedRecaps, notesForGms } from '../imported-sessions';
import type { RecordTargets, SavedDocuments } from './record-targets';

/** Adds the sessions of an archive to the campaign service. */
@Injectable()
export class ImportedSessions {
  constructor(private readonly client: CampaignContentClient) {}

  /**
   * As the last step of the transaction, which fails with it. Sessions that an ended process has added are known to the next try.
   * @throws {UpstreamUnavailable}
   */
  async save(saved: SavedDocuments, targets: RecordTargets): Promise<void> {
    const { tx, id, campaign, by, documents } = saved;
    const records = await sessionRecords(tx, id);
    if (records.length === 0) return;
    await markImportedRecaps(tx, campaign, records, addedNotes(saved));
    const passages = await passagesOfBoards(records, targets);
    await addImportedSessions(this.client, { campaign, importId: id, user: by }, records, {
      documents,
      passageOf: (document, index) => passages.get(`${document} ${index}`),
    });
  }

  /** Deletes the unchanged sessions of an import. */
  async undo(campaign: string, id: string): Promise<void> {
    await this.client.undoSessions(campaign, id);
  }
}

/** Source ids of plans and recaps, also of sessions that are not imported. */
export async function notesOfSessions(db: SqlReader, id: string): Promise<Set<string>> {
  return notesForGms(await sessionRecords(db, id, { withSkipped: true }));
}

async function sessionRecords(
  db: SqlReader,
  id: string,
  options?: { withSkipped: boolean },
): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const page of recordsOf(db, id, 'sessions', options)) records.push(...page);
  return records;
}

const addedNotes = ({ items }: SavedDocuments): Map<string, string> =>
  new Map(
    items.flatMap(({ action, kind, source_id, document }) =>
      action === 'add' && kind === 'note' ? [[source_id, document] as const] : [],
    ),
  );

/** Ids of the passages on boards, by document and index. */
async function passagesOfBoards(
  records: readonly SessionRecord[],
  targets: RecordTargets,
): Promise<Map<string, string>> {
  const passages = new Map<string, string>();
  for (const { board } of records)
    for (const entry of board) {
      if (entry.kind !== 'passage') continue;
      const link = itemLink(entry.item);
      const document = targets.documentOf(link?.id);
      if (document === undefined || link?.passage === undefined) continue;
      const passage = await targets.passageOf(document, link.passage);
      if (passage !== undefined) passages.set(`${document} ${link.passage}`, passage);
    }
  return passages;
}
