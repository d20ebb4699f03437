import { Injectable } from '@nestjs/common';
import type { AuthorAudience } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { writePlayerTexts } from '../../extraction-jobs/extraction-jobs';
import { writePlayerText } from '../../extraction-jobs/player-texts';
import { DocumentEntity } from '../../model/document.entity';
import { changedMeanwhile } from '../../model/document.errors';
import { documentChanged, fromAllViewers } from '../../passages/changes';
import { Reveals, type Reveal } from '../reveals/reveals';

/** Changes who reads a player's note. A private note is a spoiler to everybody but its author; all others are Public to their readers. */
@Injectable()
export class PlayerNoteAudiences {
  constructor(private readonly reveals: Reveals) {}

  /**
   * Of a note that this transaction has locked.
   * @param reveal required if the note is private
   */
  async changeAudience(
    tx: Transaction,
    before: DocumentEntity,
    audience: AuthorAudience,
    { by, reveal }: { by: string; reveal?: Reveal | undefined },
  ): Promise<void> {
    const is_spoilers = audience === 'private';
    const { id, campaign_id: campaign, original_filename: expectedTitle } = before;
    await tx.repo(DocumentEntity).update({ id }, { author_audience: audience });
    if (before.author_audience === 'gms' && audience === 'party') await restartVisibility(tx, id);
    if (before.is_spoilers === is_spoilers)
      await documentChanged(tx, { campaign, document: id }, fromAllViewers(before));
    else if (is_spoilers) await this.reveals.hide(tx, before, by);
    else if (reveal) await this.reveals.reveal(tx, before, reveal, { by, expectedTitle });
    else throw changedMeanwhile(); // made private in this moment
  }
}

/**
 * Players must not learn since when GMs could read a note, and find it among their news. A note with pictures follows when they are
 * copied, because the store tells when an object was written.
 */
async function restartVisibility(tx: Transaction, id: string): Promise<void> {
  await tx.query('UPDATE document SET shown_since = now(), text_shown_since = NULL WHERE id = $1', [
    id,
  ]);
  if (!(await writePlayerText(tx, id))) await tx.outbox.job(writePlayerTexts, {});
}
