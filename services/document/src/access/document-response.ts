import type { CampaignDocument, TextState } from '@tomekeeper/contracts-document';
import { isExtractable } from '@tomekeeper/text-extraction';
import { tagsForViewer } from './shared-tags';
import type { VisibleDocument } from './visible-documents';

/** Response for a document. Times of change, and tags that no GM shares, are for GMs only. */
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
    ...looksOf(document),
    content_type: document.content_type,
    size: document.size,
    ...tagsOf(document),
    ...factsForGms(document),
    ...textFacts(document),
  };
}

/**
 * A note, or a file of which a player sees part of the text: omits all properties of the file, because its existence is
 * hidden.
 */
function withoutFile(document: VisibleDocument): CampaignDocument {
  const { id, campaign, original_filename, is_spoilers, created_at, text_state } = document;
  const { original } = document;
  return {
    id,
    campaign,
    original_filename,
    s3_key: '',
    is_spoilers,
    created_at: created_at.toISOString(),
    kind: 'note',
    title: original_filename,
    ...looksOf(document),
    ...tagsOf(document),
    ...factsForGms(document),
    ...playerNoteFacts(document),
    ...(original && { original }),
    ...(text_state !== null && { text_state }),
  };
}

/** Category, portrait and aliases. */
const looksOf = ({ category, portrait, aliases }: VisibleDocument): Partial<CampaignDocument> => ({
  ...(category !== null && { category }),
  ...(portrait !== null && { portrait }),
  ...(aliases.length > 0 && { aliases }),
});

/** Always present for GMs; players cannot tell a document without shared tags from one without tags. */
function tagsOf(document: VisibleDocument): Pick<CampaignDocument, 'tags'> {
  const tags = tagsForViewer(document);
  return document.is_managed || tags.length > 0 ? { tags } : {};
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

/** State of a new file. */
const stateAtFirst = (document: VisibleDocument): TextState =>
  isExtractable({ name: document.original_filename, contentType: document.content_type })
    ? 'waiting'
    : 'unsupported';

function factsForGms(document: VisibleDocument): Partial<CampaignDocument> {
  if (!document.is_managed) return {};
  const { updated_at, created_at, pinned, audiences, public_title, is_withheld } = document;
  const { is_picture_withheld, source, handouts } = document;
  return {
    updated_at: (updated_at ?? created_at).toISOString(),
    pinned,
    ...(audiences !== null && { audiences }),
    ...(public_title !== null && { public_title }),
    ...(source !== null && { source }),
    ...(handouts && { handouts }),
    ...(is_withheld && { file_withheld: true as const }),
    ...(is_picture_withheld && { picture_withheld: true as const }),
  };
}

/** @param name '' if it is unknown, null for text that was not imported */
export const importedAuthor = (
  name: string | null | undefined,
): { is_imported?: true; imported_author?: string } =>
  typeof name === 'string'
    ? { is_imported: true, ...(name !== '' && { imported_author: name }) }
    : {};

/** Readers and author of a player's note, and when it was changed. */
function playerNoteFacts(document: VisibleDocument): Partial<CampaignDocument> {
  const { author_audience, author, imported_author, updated_at, created_at } = document;
  if (!author_audience) return {};
  // To others a note begins when they see it.
  const changed = Math.max((updated_at ?? created_at).getTime(), created_at.getTime());
  return {
    author_audience,
    ...(author && { author }),
    ...importedAuthor(imported_author),
    updated_at: new Date(changed).toISOString(),
  };
}
