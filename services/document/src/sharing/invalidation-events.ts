import { hintGiven, type GivenHint, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';
import { noteChangedShow, type ChangedShow } from '../passages/audiences/temporary-show';
import { DocumentEntity } from '../model/document.entity';

/**
 * A document as it is before a change, held until the change is over: whether players knew of it decides who gets a
 * hint, and must not become otherwise in between.
 */
export function lockDocument(tx: Transaction, id: string): Promise<DocumentEntity | null> {
  return tx.repo(DocumentEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Something is put on the players' screens, or taken from them; both only of what they see anyway. */
export async function emitShowChanged(
  tx: Transaction,
  { id, campaign_id }: Pick<DocumentEntity, 'id' | 'campaign_id'>,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'show', campaign: campaign_id, id, to: 'party' });
}

/** Notifies the recipients that a show without keeping started, changed or ended. */
export async function emitTemporaryShowChanged(
  tx: Transaction,
  campaign: string,
  { id, recipients }: ChangedShow,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'show', campaign, id, to: { memberships: recipients } });
}

type Shown = Pick<DocumentEntity, 'is_spoilers' | 'original_filename'>;

/** Whether players see the difference; of a spoiler that stays one, and of what only GMs see, they see nothing. */
export function isVisibleToPlayers(before: Shown, after: Shown): boolean {
  if (before.is_spoilers !== after.is_spoilers) return true;
  return !after.is_spoilers && before.original_filename !== after.original_filename;
}

/** Author of a change, for their own clients; undefined for a change to which no client gave an id. */
export const authorOf = (person: string, change: string | undefined): GivenHint['made_by'] =>
  change === undefined ? undefined : { person, change };

/**
 * Something of a document changed. The same hint whatever it was: a player can not tell a hidden document from a
 * deleted one, nor one that is revealed from one that is new. One that players knew neither before nor after is for GMs.
 */
export async function emitDocumentChanged(
  tx: Transaction,
  { id, campaign_id }: Pick<DocumentEntity, 'id' | 'campaign_id'>,
  to: HintAudience,
  made_by?: GivenHint['made_by'],
): Promise<void> {
  await tx.outbox.event(hintGiven, {
    ...{ kind: 'documents' as const, campaign: campaign_id, id, to },
    ...(made_by && { made_by }),
  });
  const changed = await noteChangedShow(tx, id);
  if (changed) await emitTemporaryShowChanged(tx, campaign_id, changed);
}
