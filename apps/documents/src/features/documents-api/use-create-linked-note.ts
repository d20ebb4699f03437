import { useRef } from 'react';
import { useDocumentsApi, type Document } from './documents-api';
import { newId } from './new-id';
import { useListChanges } from './use-document-list';

/**
 * Creates hidden notes that links by name lead to. A repeated call with the same title, as after a lost response, creates no second
 * note.
 */
export function useCreateLinkedNote(campaign: string): (title: string) => Promise<Document> {
  const api = useDocumentsApi();
  const list = useListChanges(campaign);
  const keys = useRef(new Map<string, string>());
  return async (title) => {
    const idempotency_key = keys.current.get(title) ?? newId();
    keys.current.set(title, idempotency_key);
    const note = await api.createNote({ campaign, title, is_spoilers: true, idempotency_key });
    await list.putFirst(note);
    return note;
  };
}
