import { Injectable } from '@nestjs/common';
import type { SectionRecord } from '@tomekeeper/campaign-files';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS, unionOfAll, type AudienceMembers } from '@tomekeeper/visibility';
import { DocumentEntity } from '../../../model/document.entity';
import {
  addHandoutImages,
  copiesIn,
  countHandouts,
} from '../../../passages/handouts/handout-documents';
import { addToHandout } from '../../../passages/handouts/handout-passages';
import { lockDocument } from '../../../passages/invalidation-events';
import { AudienceChanges } from '../../../sharing/audiences/audience-changes';
import { createHandout } from '../../../sharing/handouts/create-handout';
import { markObjectUsed } from '../../../storage/unused-objects';
import { recordsOf } from '../../review/import-records';
import { derivedId } from '../derived-id';
import type { HandoutImage, ImportObjects } from '../import-objects';
import { importedPassageId } from '../imported-text';
import { markImagesFresh } from '../save-note';
import type { RecordTargets, SavedDocuments } from './record-targets';

/** Saves handouts with their own ids of new notes. */
@Injectable()
export class ImportedHandouts {
  constructor(private readonly audienceChanges: AudienceChanges) {}

  /**
   * @returns players who see them
   * @throws {DomainError} when the campaign is full
   */
  async save(
    saved: SavedDocuments,
    targets: RecordTargets,
    objects: ImportObjects,
  ): Promise<AudienceMembers> {
    const added = new Set(
      saved.items.flatMap(({ action, kind, document, is_spoilers }) =>
        action === 'add' && kind === 'note' && is_spoilers ? document : [],
      ),
    );
    const seen: AudienceMembers[] = [];
    for await (const page of recordsOf(saved.tx, saved.id, 'handouts'))
      for (const record of page) {
        const source = targets.documentOf(record.source);
        if (source === undefined || !added.has(source)) continue;
        if ((await countHandouts(saved.tx, source)) >= AUDIENCE_LIMITS.handouts) continue;
        const images = objects.handouts.get(record.id) ?? [];
        seen.push(await this.saveOne(saved, targets, { record, source, images }));
      }
    return unionOfAll(seen);
  }

  private async saveOne(
    { tx, campaign, by }: SavedDocuments,
    targets: RecordTargets,
    {
      record,
      source,
      images,
    }: { record: SectionRecord<'handouts'>; source: string; images: readonly HandoutImage[] },
  ): Promise<AudienceMembers> {
    const groups = await classesOf(record, source, targets);
    const passages = [...groups.values()].flat();
    if (passages.length === 0) return unionOfAll([]);
    const before = await lockDocument(tx, source);
    if (!before) throw new Error('An imported note was not stored.');
    const id = derivedId(`${source} handout ${record.id}`);
    const handout = await createHandout(tx, before, { id, title: record.title, by });
    if (record.category)
      await tx.repo(DocumentEntity).update({ id }, { public_category: record.category });
    const place = { document: id, campaign, source };
    await addToHandout(tx, place, {
      passages,
      images: new Map(images.map((one) => [one.of, one.id])),
    });
    const copies = new Map((await copiesIn(tx, id, passages)).map((one) => [one.source, one.id]));
    const seen: AudienceMembers[] = [];
    for (const [to, sources] of groups) {
      const ids = sources.flatMap((one) => copies.get(one) ?? []);
      const change = { do: 'set', passages: ids, to } as const;
      const act = { before: handout, change, by, title: record.title, images: [] };
      const done = await this.audienceChanges.act(tx, act);
      if (done) seen.push(done.seen);
    }
    // After its reveals: the objects were written for this import, so all its viewers may get them.
    await addHandoutImages(tx, place, images);
    await markImagesFresh(tx, id);
    await markObjectUsed(
      tx,
      images.map(({ s3_key }) => s3_key),
    );
    return unionOfAll(seen);
  }
}

/** Handouts of the new notes of an import, and all their passages. */
export async function sizeOfHandouts(
  db: SqlReader,
  id: string,
): Promise<{ documents: number; passages: number }> {
  const [row] = await db.query<{ documents: number; passages: number }>(
    `SELECT count(*)::int AS documents, coalesce(sum(jsonb_array_length(r.record -> 'passages')), 0)::int AS passages
       FROM import_record r JOIN import i ON i.id = r.import_id
      WHERE r.import_id = $1 AND r.section = 'handouts' AND NOT 'handouts' = ANY (i.skipped_sections)
        AND EXISTS (SELECT 1 FROM import_item n WHERE n.import_id = $1 AND n.source_id = r.record ->> 'source' AND n.action = 'add')`,
    [id],
  );
  return row ?? { documents: 0, passages: 0 };
}

/** Passages of the source by the class of their copies, without copies that no player sees. */
async function classesOf(
  { passages }: SectionRecord<'handouts'>,
  source: string,
  targets: RecordTargets,
): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  for (const { passage, audience } of passages) {
    if ((await targets.passageOf(source, passage)) === undefined) continue;
    const to = await targets.classOf(audience);
    if (to === GM_CLASS) continue;
    groups.set(to, [...(groups.get(to) ?? []), importedPassageId(source, passage)]);
  }
  return groups;
}
