import { Injectable } from '@nestjs/common';
import { ALL_MEMBERS, NO_MEMBERS, unionOfAll, type AudienceMembers } from '@tomekeeper/visibility';
import type { ImportObjects } from '../import-objects';
import { saveImportedComments } from './imported-comments';
import { ImportedHandouts } from './imported-handouts';
import { saveImportedLedger } from './imported-ledger';
import { ImportedSessions } from './imported-session-records';
import { saveImportedPlayerNotes } from './imported-player-notes';
import { shareImportedTags } from './imported-tags';
import { RecordTargets, type SavedDocuments } from './record-targets';

/** Saves the records of an archive after its documents. */
@Injectable()
export class RecordSaving {
  constructor(
    private readonly handouts: ImportedHandouts,
    private readonly sessions: ImportedSessions,
  ) {}

  /**
   * @returns players who see a part of it
   * @throws {ImportFailed} when the campaign has no room
   * @throws {UpstreamUnavailable}
   */
  async save(saved: SavedDocuments, objects: ImportObjects): Promise<AudienceMembers> {
    const targets = await RecordTargets.of(saved);
    await shareImportedTags(saved);
    const seen = await this.handouts.save(saved, targets, objects);
    await saveImportedComments(saved, targets);
    const isForParty = await saveImportedPlayerNotes(saved, objects.playerNotes);
    await saveImportedLedger(saved, targets);
    await this.sessions.save(saved, targets);
    return unionOfAll([seen, isForParty ? ALL_MEMBERS : NO_MEMBERS]);
  }
}
