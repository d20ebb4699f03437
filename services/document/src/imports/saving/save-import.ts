import { Injectable } from '@nestjs/common';
import { hintGiven } from '@tomekeeper/contracts-live';
import { UnitOfWork, type SqlReader, type Transaction } from '@tomekeeper/persistence';
import {
  ALL_MEMBERS,
  eventAudienceOf,
  NO_MEMBERS,
  unionOfAll,
  type AudienceMembers,
} from '@tomekeeper/visibility';
import type { HeldLease } from '../../lease-renewal';
import { extractTexts, writePlayerTexts } from '../../extraction-jobs/extraction-jobs';
import { lockExistingCampaign } from '../../memberships/campaign-lock';
import { CampaignMemberships, type Player } from '../../memberships/campaign-memberships';
import { documentRoom } from '../../model/document-room';
import { hasRoom } from '../../passages/editing/edit-passages';
import { makeThumbnails } from '../../thumbnails/thumbnail-worker';
import { ImportFailed } from '../extraction/child/import-in-sandbox';
import { ImportTaken } from '../extraction/import-extraction';
import { deleteImportItems } from '../import-removal';
import { lockClaimed, setImportState, type ClaimedImport } from '../import-rows';
import { ImportObjectCopies, type ImportObjects } from './import-objects';
import { recordImported } from './imported-documents';
import { ImportedAudiences } from './imported-audiences';
import { ImportedPassageIds } from './imported-passage-ids';
import { sizeOfHandouts } from './records/imported-handouts';
import { notesOfSessions } from './records/imported-session-records';
import { RecordSaving } from './records/save-records';
import { saveImportedFile } from './save-file';
import { addFileText, addImportedImages, addImportedNote, replaceImportedNote } from './save-note';
import {
  itemPassages,
  lockReplaced,
  savedItems,
  skippedItems,
  type ItemText,
  type SavedItem,
} from './saved-items';

/** Saves the reviewed items of an import in one transaction. */
@Injectable()
export class ImportSaving {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly copies: ImportObjectCopies,
    private readonly audiences: ImportedAudiences,
    private readonly records: RecordSaving,
  ) {}

  /**
   * @throws {ImportFailed} when the campaign has no room
   * @throws {ImportTaken}
   * @throws {DomainError} when the person may no longer import
   */
  async save(claimed: ClaimedImport, lease: HeldLease): Promise<void> {
    const { id, campaign_id: campaign, person } = claimed;
    if (person === null) throw accountDeleted();
    await this.memberships.requireGm(campaign, person, 'import documents');
    const players = await this.memberships.playersOf(campaign);
    const items = await itemsToSave(this.uow, id);
    const objects = await this.copies.make(id, campaign, items);
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      await requireRoom(tx, claimed, items);
      await this.saveAll(tx, { claimed, lease, by: person, items, objects, players });
      // Not before: another connection renews the lease meanwhile.
      const locked = await lockClaimed(tx, claimed);
      if (!locked) throw new ImportTaken();
      if (locked.person === null) throw accountDeleted();
      await setImportState(tx, id, { state: 'done' });
      await releaseUsedObjects(tx, id, objects);
      await deleteImportItems(tx, { column: 'import_id', value: id });
      for (const job of [makeThumbnails, extractTexts, writePlayerTexts])
        await tx.outbox.job(job, {});
    });
  }

  private async saveAll(
    tx: Transaction,
    given: {
      claimed: ClaimedImport;
      lease: HeldLease;
      by: string;
      items: readonly SavedItem[];
      objects: ImportObjects;
      players: readonly Player[];
    },
  ): Promise<void> {
    const { claimed, lease, by, items, objects, players } = given;
    const { id, campaign_id: campaign } = claimed;
    const skipped = await skippedItems(tx, id);
    const documents = new Map(
      [...skipped, ...items].map((one) => [one.source_id, one.document] as const),
    );
    const texts = new Map<string, ItemText>();
    for (const { kind, number, document, is_spoilers } of skipped)
      if (kind === 'note') texts.set(document, { number, is_spoilers, isReplaced: false });
    const replaced = await lockReplaced(tx, items);
    for (const { number, document } of items) {
      const is_spoilers = replaced.get(document);
      if (is_spoilers !== undefined) texts.set(document, { number, is_spoilers, isReplaced: true });
    }
    const ids = new ImportedPassageIds(tx, id, texts, documents);
    const seen: AudienceMembers[] = [];
    let done = 0;
    const next = () => {
      lease.signal.throwIfAborted();
      lease.progress = done++ / items.length;
    };
    for (const item of items.filter(({ kind }) => kind === 'file')) {
      next();
      await saveImportedFile(tx, { campaign, by, item, object: objects.files.get(item.number)! });
      if (item.action !== 'add') continue;
      seen.push(item.is_spoilers ? NO_MEMBERS : ALL_MEMBERS);
      const passages = await itemPassages(tx, id, item.number);
      if (passages.length === 0) continue;
      const file = { campaign, by, item, passages, documents, ids, images: new Map() };
      await addFileText(tx, file);
      seen.push(await this.audiences.apply(tx, file, players));
    }
    for (const item of items.filter(({ kind }) => kind === 'note')) {
      next();
      const text = await itemPassages(tx, id, item.number);
      const passages = item.isForGms ? text.map(({ audience: _audience, ...one }) => one) : text;
      const images = objects.images.get(item.number) ?? new Map();
      const note = { campaign, by, item, passages, documents, ids, images };
      if (item.action === 'replace') await replaceImportedNote(tx, note);
      else {
        await addImportedNote(tx, note);
        seen.push(item.is_spoilers ? NO_MEMBERS : ALL_MEMBERS);
        seen.push(await this.audiences.apply(tx, note, players));
        await addImportedImages(tx, note);
      }
    }
    const saved = { tx, id, campaign, by, players, items, documents, texts, ids };
    seen.push(await this.records.save(saved, objects));
    await recordImported(tx, { id, campaign }, items);
    // One event for all new documents; replaced ones have their own.
    const to = eventAudienceOf(unionOfAll(seen));
    await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: campaign, to });
  }
}

/** Items with plans and recaps of sessions for GMs only: nothing else would hide the sentences of a recap with their sources. */
async function itemsToSave(db: SqlReader, id: string): Promise<SavedItem[]> {
  const notes = await notesOfSessions(db, id);
  return (await savedItems(db, id)).map((item) =>
    item.action === 'add' && notes.has(item.source_id)
      ? { ...item, is_spoilers: true, reveal_read_aloud: false, isForGms: true }
      : item,
  );
}

/** The account of the person who confirmed the import was deleted. */
const accountDeleted = () => new ImportFailed('unsupported');

/** @throws {ImportFailed} */
async function requireRoom(
  tx: Transaction,
  { id, campaign_id: campaign }: ClaimedImport,
  items: readonly SavedItem[],
): Promise<void> {
  const added = items.filter(({ action }) => action === 'add').length;
  const [row] = await tx.query<{ passages: number }>(
    `SELECT coalesce(sum(jsonb_array_length(passages)), 0)::int AS passages FROM import_item
      WHERE import_id = $1 AND action <> 'skip'`,
    [id],
  );
  const handouts = await sizeOfHandouts(tx, id);
  const length = (row?.passages ?? 0) + handouts.passages;
  const text = { campaign, document: id, passages: { length } };
  if (added + handouts.documents > (await documentRoom(tx, campaign)) || !(await hasRoom(tx, text)))
    throw new ImportFailed('campaign_full');
}

/** Objects that documents have taken are not removed with the items. */
async function releaseUsedObjects(
  tx: Transaction,
  id: string,
  { files }: ImportObjects,
): Promise<void> {
  const used = [...files].filter(([, { isCopy }]) => !isCopy).map(([number]) => number);
  await tx.query(
    'UPDATE import_item SET s3_key = NULL WHERE import_id = $1 AND number = ANY ($2::int[])',
    [id, used],
  );
}
