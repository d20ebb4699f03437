import { aliasesOfReaders, type AuthorAudience } from '@tomekeeper/contracts-document';
import { hintGiven, type GivenHint, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, type AudienceMembers } from '@tomekeeper/visibility';
import { notebookOf } from '../memberships/notebooks';
import { DocumentEntity } from '../model/document.entity';
import type { CommentAudience } from './visible/visible-comments';
import { noteChangedShow, type ChangedShow } from './audiences/temporary-show';
import { lockRecapsOf } from './recaps/recap-sources';

/**
 * Locks a document, with the recaps that quote it, and returns its state before a change. Event audiences depend on the earlier
 * visibility, which must not change concurrently.
 */
export async function lockDocument(tx: Transaction, id: string): Promise<DocumentEntity | null> {
  const locked = await lockDocumentAlone(tx, id);
  if (locked) await lockRecapsOf(tx, id);
  return locked;
}

/** Locks a document for a write that hides none of its text. */
export function lockDocumentAlone(tx: Transaction, id: string): Promise<DocumentEntity | null> {
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

/** A comment was written, edited or deleted. GMs who read the source of a handout see it too. */
export async function emitCommentsChanged(
  tx: Transaction,
  campaign: string,
  { document, source, members }: CommentAudience,
): Promise<void> {
  const event = { kind: 'comments', campaign } as const;
  await tx.outbox.event(hintGiven, { ...event, id: document, to: eventAudienceOf(members) });
  if (source !== null) await tx.outbox.event(hintGiven, { ...event, id: source, to: 'gm' });
}

/** Comments were turned on or off in a campaign. */
export async function emitCommentsSet(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'comments', campaign, id: campaign, to: 'party' });
}

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

/** Notes of a notebook were permanently deleted: updates the search index without notifying users. */
export async function emitNotebookChanged(
  tx: Transaction,
  { membership: feed, campaign }: { membership: string; campaign: string },
): Promise<void> {
  const to = { people: [] };
  await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: campaign, to, feed });
}

/** The text of a Public document is ready for its readers. */
export async function emitTextShown(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
): Promise<void> {
  const [found] = await tx.query<Pick<DocumentEntity, 'author_audience'>>(
    'SELECT author_audience FROM document WHERE id = $1',
    [document],
  );
  const author_audience = found?.author_audience;
  if (author_audience)
    await emitPlayerNoteChanged(tx, { id: document, campaign_id: campaign, author_audience });
  else await emitContentChanged(tx, { document, campaign }, 'party');
}

/**
 * Invalidation event of any document change. All changes emit the same event: players cannot distinguish a hidden
 * document from a deleted one, or a revealed document from a new one. Changes of a document that is hidden from players
 * before and after are for GMs.
 */
export async function emitDocumentChanged(
  tx: Transaction,
  document: Pick<DocumentEntity, 'id' | 'campaign_id'> &
    Partial<Pick<DocumentEntity, 'author_audience'>>,
  to: HintAudience,
  made_by?: GivenHint['made_by'],
): Promise<void> {
  const { id, campaign_id, author_audience } = document;
  if (author_audience) return emitPlayerNoteChanged(tx, { id, campaign_id, author_audience });
  await emitContentChanged(tx, { document: id, campaign: campaign_id }, to, made_by);
  const changed = await noteChangedShow(tx, id);
  if (changed) await emitTemporaryShowChanged(tx, campaign_id, changed);
}

/**
 * Invalidation event of a player's note, for its readers only: GMs receive none about a private note. Its changes have a feed of
 * their own, so that an event about it does not touch the search index of the campaign.
 */
async function emitPlayerNoteChanged(
  tx: Transaction,
  note: { id: string; campaign_id: string; author_audience: AuthorAudience },
): Promise<void> {
  const { id, campaign_id: feed, author_audience } = note;
  const notebook = await notebookOf(tx, feed);
  if (!notebook) return;
  const { campaign, person } = notebook;
  const to = readersOfNote(author_audience, { membership: feed, person });
  if (to) await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id, to, feed });
}

function readersOfNote(
  audience: AuthorAudience,
  { membership, person }: { membership: string; person: string | null },
): HintAudience | undefined {
  switch (audience) {
    case 'party':
      return 'party';
    case 'gms':
      return { memberships: [membership] };
    case 'private':
      return person === null ? undefined : { people: [person] };
  }
}
