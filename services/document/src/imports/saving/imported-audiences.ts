import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS, unionOfAll, type AudienceMembers } from '@tomekeeper/visibility';
import type { Player } from '../../memberships/campaign-memberships';
import { lockDocument } from '../../passages/invalidation-events';
import { AudienceChanges } from '../../sharing/audiences/audience-changes';
import type { ImportedPassage } from '../extraction/child/import-lines';
import { classOfAudience } from './imported-class';
import { importedPassageId } from './imported-text';
import type { NoteToSave } from './save-note';

/** Gives passages of a new note the audiences of the source, and reveals its boxes to read aloud if a GM chose that. */
@Injectable()
export class ImportedAudiences {
  constructor(private readonly audienceChanges: AudienceChanges) {}

  /** @returns players who see the passages */
  async apply(
    tx: Transaction,
    { campaign, by, item, passages }: NoteToSave,
    players: readonly Player[],
  ): Promise<AudienceMembers> {
    const groups = new Map<string, string[]>();
    for (const [index, passage] of passages.entries()) {
      const to = await classFor(tx, campaign, passage, { players, item });
      if (to === undefined || to === GM_CLASS) continue;
      groups.set(to, [...(groups.get(to) ?? []), importedPassageId(item.document, index)]);
    }
    const seen: AudienceMembers[] = [];
    for (const [to, ids] of groups) {
      const before = await lockDocument(tx, item.document);
      if (!before) throw new Error('An imported note was not stored.');
      const title = item.is_spoilers ? (item.public_title ?? item.title) : undefined;
      const change = { do: 'set', passages: ids, to } as const;
      const done = await this.audienceChanges.act(tx, { before, change, by, title, images: [] });
      if (done) seen.push(done.seen);
    }
    return unionOfAll(seen);
  }
}

/** @returns undefined for a passage without an explicit audience */
async function classFor(
  tx: Transaction,
  campaign: string,
  { audience, content }: ImportedPassage,
  {
    players,
    item,
  }: { players: readonly Player[]; item: { is_spoilers: boolean; reveal_read_aloud: boolean } },
): Promise<string | undefined> {
  if (audience === undefined)
    return item.reveal_read_aloud && item.is_spoilers && content.label === 'read_aloud'
      ? PARTY_CLASS
      : undefined;
  return classOfAudience(tx, { campaign, players }, audience);
}
