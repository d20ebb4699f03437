import { randomUUID } from 'node:crypto';
import type { AuthorAudience, DocumentCategory } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { writePlayerText } from '../extraction-jobs/player-texts';
import { recordDocumentChange, recordWrittenPassages } from '../ledger/ledger';
import type { DocumentEntity } from '../model/document.entity';
import { insertNoteDocument } from '../model/note-document';
import {
  hasRoom,
  livingPassages,
  storeNote,
  type StoredPassage,
} from '../passages/editing/edit-passages';
import { emitDocumentChanged } from '../passages/invalidation-events';
import { makeRoom, makeRoomInNotebook } from '../model/document-room';
import { insertNote } from './note-rows';
import { campaignIsFull } from '../model/document.errors';
import { addVersion } from './versions/note-versions';

export interface NewNote {
  /** For a player's note the membership of its author. */
  campaign: string;
  /** Of a player's note. */
  authorAudience?: AuthorAudience | undefined;
  /** User id of the author; null for an imported note of a player. */
  by: string | null;
  title: string;
  is_spoilers: boolean;
  passages: readonly StoredPassage[];
  /** Indexes of passages for GMs only. */
  hidden?: readonly number[];
  /** Idempotency key. */
  key: string | undefined;
  category?: DocumentCategory | undefined;
  publicCategory?: DocumentCategory | undefined;
  /** Of an imported note. */
  properties?: Pick<DocumentEntity, 'tags' | 'pinned' | 'aliases'>;
}

/**
 * Adds a note to a campaign that this transaction has locked.
 * @returns the document's id
 * @throws {DomainError} when the campaign has no room for it
 */
export async function addNote(tx: Transaction, added: NewNote): Promise<string> {
  const { campaign, authorAudience, is_spoilers } = added;
  const document = randomUUID();
  if (authorAudience) await makeRoomInNotebook(tx, campaign);
  else await makeRoom(tx, campaign, { countUploads: false });
  if (!(await hasRoom(tx, { ...added, document }))) throw campaignIsFull();
  await insertNewNote(tx, { ...added, document });
  await emitDocumentChanged(
    tx,
    { id: document, campaign_id: campaign, author_audience: authorAudience ?? null },
    is_spoilers ? 'gm' : 'party',
  );
  return document;
}

/** Inserts a note without checking the room of its campaign, and without an event. */
export async function insertNewNote(
  tx: Transaction,
  added: NewNote & { document: string },
): Promise<void> {
  const { document, campaign, by, title, is_spoilers, passages, key } = added;
  const { authorAudience, category, publicCategory, properties } = added;
  const about = { title, is_spoilers, authorAudience, category, publicCategory, properties };
  await insertNoteDocument(tx, { id: document, campaign, uploader: by, ...about });
  await insertNote(tx, { document, campaign, by, key });
  await storeNote(tx, { document, campaign, is_spoilers, passages, hidden: added.hidden });
  const living = await livingPassages(tx, document);
  const ids = living.map(({ id }) => id);
  await addVersion(tx, {
    document,
    campaign,
    by,
    text: { number: 1, title, passages: ids },
    isOpen: true,
  });
  await recordDocumentChange(tx, { document, act: 'upload', by });
  const secrets = living.filter((one) => one.audience_class !== null);
  await recordWrittenPassages(
    tx,
    { document, campaign },
    secrets.map((one) => ({ id: one.id, before: null, after: one.audience_class })),
    by,
  );
  await writePlayerText(tx, document);
}
