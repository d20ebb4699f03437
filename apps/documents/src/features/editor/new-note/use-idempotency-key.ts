import { useRef } from 'react';
import type { CreateNoteRequest } from '@tomekeeper/contracts-document';
import { newId } from '../../documents-api/new-id';

/** Repeats the idempotency key for the same title and audience, so that a retry after a lost response creates no second note. */
export function useIdempotencyKey() {
  const last = useRef<CreateNoteRequest>(undefined);
  return (note: CreateNoteRequest): CreateNoteRequest => {
    const isSame =
      last.current?.title === note.title &&
      last.current.is_spoilers === note.is_spoilers &&
      last.current.author_audience === note.author_audience;
    const idempotency_key = isSame ? last.current?.idempotency_key : newId();
    return (last.current = { ...note, idempotency_key });
  };
}
