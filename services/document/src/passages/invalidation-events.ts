import { aliasesOfReaders } from '@tomekeeper/contracts-document';
import { hintGiven, type GivenHint, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, type AudienceMembers } from '@tomekeeper/visibility';
import { DocumentEntity } from '../model/document.entity';
import { noteChangedShow, type ChangedShow } from './audiences/temporary-show';

/**
 * Locks a document and returns its state before a change. Event audiences depend on the earlier visibility, which must
 * not change concurrently.
 */
export function lockDocument(tx: Transaction, id: string): Promise<DocumentEntity | null> {
  return tx.repo(DocumentEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
}

/**
 * A show started or ended and changed the document for `changedFor`, if given. One event announces a change for all members.
 * A change for some of them has an event of its own, so that the others cannot tell that anything was hidden.
 */
export async function emitShowChanged(
  tx: Transaction,
  document: Pick<DocumentEntity, 'id' | 'campaign_id'>,
  changedFor?: AudienceMembers,
): Promise<void> {
  const { id, campaign_id: campaign } = document;
  const audience = changedFor && eventAudienceOf(changedFor);
  if (audience === 'party') {
    const event = { kind: 'documents', campaign, id, to: audience, show_changed: true } as const;
    await tx.outbox.event(hintGiven, event);
    return;
  }
  if (audience) await emitDocumentChanged(tx, document, audience);
  await tx.outbox.event(hintGiven, { kind: 'show', campaign, id, to: 'party' });
}

/** Notifies the recipients that a show without keeping started, changed or ended. */
export async function emitTemporaryShowChanged(
  tx: Transaction,
  campaign: string,
  { id, recipients }: ChangedShow,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'show', campaign, id, to: { memberships: recipients } });
}

type Shown = Pick<DocumentEntity, 'is_spoilers' | 'original_filename' | 'category' | 'aliases'>;

const namesForReaders = ({ aliases }: Shown): string => JSON.stringify(aliasesOfReaders(aliases));

/** Whether players see a difference; false for documents that are spoilers, or GM only, before and after. */
export function isVisibleToPlayers(before: Shown, after: Shown): boolean {
  if (before.is_spoilers !== after.is_spoilers) return true;
  if (after.is_spoilers) return false;
  return (
    before.original_filename !== after.original_filename ||
    before.category !== after.category ||
    namesForReaders(before) !== namesForReaders(after)
  );
}

/** Author of a change, for their own clients; undefined for a change to which no client gave an id. */
export const authorOf = (person: string, change: string | undefined): GivenHint['made_by'] =>
  change === undefined ? undefined : { person, change };

/** The text or a picture of a document changed. Emits the same event as any other change of a document. */
export async function emitContentChanged(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
  to: HintAudience,
  made_by?: GivenHint['made_by'],
): Promise<void> {
  await tx.outbox.event(hintGiven, {
    ...{ kind: 'documents' as const, campaign, id: document, to },
    ...(made_by && { made_by }),
  });
}

/**
 * Invalidation event of any document change. All changes emit the same event: players cannot distinguish a hidden
 * document from a deleted one, or a revealed document from a new one. Changes of a document that is hidden from players
 * before and after are for GMs.
 */
export async function emitDocumentChanged(
  tx: Transaction,
  { id, campaign_id }: Pick<DocumentEntity, 'id' | 'campaign_id'>,
  to: HintAudience,
  made_by?: GivenHint['made_by'],
): Promise<void> {
  await emitContentChanged(tx, { document: id, campaign: campaign_id }, to, made_by);
  const changed = await noteChangedShow(tx, id);
  if (changed) await emitTemporaryShowChanged(tx, campaign_id, changed);
}
