import type { CampaignDocument, TextState } from '@tomekeeper/contracts-document';
import { isExtractable } from '@tomekeeper/text-extraction';
import type { VisibleDocument } from './visible-documents';

/** A document as its reader gets it: what GMs put on it, and when they changed it, is for them alone. */
export function toCampaignDocument(document: VisibleDocument): CampaignDocument {
  const { id, campaign, original_filename, s3_key, is_spoilers, created_at } = document;
  if (!document.has_file) return withoutFile(document);
  return {
    id,
    campaign,
    original_filename,
    s3_key,
    is_spoilers,
    created_at: created_at.toISOString(),
    kind: 'file',
    title: original_filename,
    content_type: document.content_type,
    size: document.size,
    ...factsForGms(document),
    ...textFacts(document),
  };
}

/** A note; and to players who see a part of its text only, a file: nothing of that, nor that it is one. */
function withoutFile(document: VisibleDocument): CampaignDocument {
  const { id, campaign, original_filename, is_spoilers, created_at, text_state } = document;
  const { passage_count } = document;
  return {
    id,
    campaign,
    original_filename,
    s3_key: '',
    is_spoilers,
    created_at: created_at.toISOString(),
    kind: 'note',
    title: original_filename,
    ...factsForGms(document),
    ...(text_state !== null && { text_state }),
    ...(passage_count !== undefined && { passage_count }),
  };
}

function textFacts(document: VisibleDocument): Partial<CampaignDocument> {
  const { is_managed, text_state, text_progress, text_pages } = document;
  const told = text_state ?? (is_managed ? stateAtFirst(document) : undefined);
  return {
    ...(told !== undefined && { text_state: told }),
    ...(text_progress !== null && { text_progress }),
    ...(told === 'ready' && text_pages !== null && { text_pages }),
  };
}

/** Of a file that nobody has looked at yet. */
const stateAtFirst = (document: VisibleDocument): TextState =>
  isExtractable({ name: document.original_filename, contentType: document.content_type })
    ? 'waiting'
    : 'unsupported';

function factsForGms(document: VisibleDocument): Partial<CampaignDocument> {
  if (!document.is_managed) return {};
  const { updated_at, created_at, tags, pinned, audiences, public_title, is_withheld } = document;
  const { is_picture_withheld } = document;
  return {
    updated_at: (updated_at ?? created_at).toISOString(),
    tags,
    pinned,
    ...(audiences !== null && { audiences }),
    ...(public_title !== null && { public_title }),
    ...(is_withheld && { file_withheld: true as const }),
    ...(is_picture_withheld && { picture_withheld: true as const }),
  };
}
