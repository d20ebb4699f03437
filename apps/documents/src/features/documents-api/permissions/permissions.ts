import type { Document } from '../documents-api';

/** Whether the document has no file: a note, or a document shown to a player as text only. */
export const isNote = (document: Pick<Document, 'kind'> | undefined): boolean =>
  document?.kind === 'note';

/** Whether the document is the note of a player rather than a document of the campaign. */
export const isPlayerNote = (document: Pick<Document, 'author_audience'>): boolean =>
  document.author_audience !== undefined;

/** Only users who may change a document receive whether it is pinned: GMs, and the authors of players' notes. */
const isChangeable = ({ pinned }: Pick<Document, 'pinned'>): boolean => pinned !== undefined;

/**
 * Whether the user is a GM of the document's campaign who may change it, as far as the response tells: view-as is not considered.
 * GMs only read players' notes.
 */
export const isManaged = (document: Pick<Document, 'pinned' | 'author_audience'>): boolean =>
  isChangeable(document) && !isPlayerNote(document);

/** Whether it is a player's note that the user wrote. */
export const isOwnNote = (document: Pick<Document, 'pinned' | 'author_audience'>): boolean =>
  isChangeable(document) && isPlayerNote(document);

/** Whether the user may edit: GMs their notes and players their own, without view-as. */
export const mayWrite = (document: Document, viewAs: string | undefined): boolean =>
  isNote(document) && isChangeable(document) && viewAs === undefined;
