import type { CampaignDocument, TextState, TrashedDocument } from '@tomekeeper/contracts-document';
import { isExtractable } from '@tomekeeper/text-extraction';
import type { ReadyCover } from '../pictures/ready-covers';
import { THUMBNAIL_CONTENT } from './served-content';
import type { DocumentVersion } from './document-versions';
import type { TrashedDocument as TrashedRow } from './trashed-documents';
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

/** Nobody reads a text in the trash, so nothing is told of it. */
export function toTrashedDocument(document: TrashedRow): TrashedDocument {
  const { text_state: _state, ...told } = toCampaignDocument(document);
  return {
    ...told,
    deleted_at: document.deleted_at.toISOString(),
    goes_at: document.goes_at.toISOString(),
  };
}

/** An earlier version in the copy of its owner's data, as if it were a document: it is a file of theirs as any other. */
export const toOwnedVersion = (version: DocumentVersion) => {
  const { id, document, campaign, original_filename, s3_key, content_type, size } = version;
  const replaced_at = version.replaced_at.toISOString();
  return {
    id,
    campaign,
    original_filename,
    s3_key,
    // No player has ever seen a document with another file than its present one.
    is_spoilers: true,
    created_at: replaced_at,
    content_type,
    size,
    version_of: document,
    replaced_at,
  };
};

/** A campaign's cover in the copy of its owner's data, as if it were a document. It goes by the campaign's id. */
export const toOwnedCover = ({
  campaign,
  picture_key,
  chosen_at,
  size,
}: ReadyCover & { size: number }) => ({
  id: campaign,
  campaign,
  original_filename: 'cover.webp',
  s3_key: picture_key,
  is_spoilers: false,
  created_at: chosen_at.toISOString(),
  content_type: THUMBNAIL_CONTENT.contentType,
  size,
  cover_of: campaign,
});
