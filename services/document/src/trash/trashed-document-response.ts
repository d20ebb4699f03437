import type { TrashedDocument } from '@tomekeeper/contracts-document';
import { toCampaignDocument } from '../access/document-response';
import type { TrashedDocument as TrashedRow } from './trashed-documents';

/** A document in the trash as its GMs get it, without the state of its text, which cannot be read there. */
export function toTrashedDocument(document: TrashedRow): TrashedDocument {
  const { text_state: _state, ...response } = toCampaignDocument(document);
  return {
    ...response,
    deleted_at: document.deleted_at.toISOString(),
    goes_at: document.goes_at.toISOString(),
  };
}
