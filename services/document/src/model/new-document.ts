import type { DocumentEntity } from './document.entity';

/** Columns of a document that nobody has described yet. */
export const newDocument = (): Pick<
  DocumentEntity,
  | 'tags'
  | 'pinned'
  | 'category'
  | 'public_category'
  | 'portrait'
  | 'public_portrait'
  | 'aliases'
  | 'updated_at'
  | 'content_fingerprint'
> => ({
  tags: [],
  pinned: false,
  category: null,
  public_category: null,
  portrait: null,
  public_portrait: null,
  aliases: [],
  updated_at: null,
  content_fingerprint: null,
});
