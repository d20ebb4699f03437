import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { VisibleDocument } from './visible-documents';

/** A document as the contract shows it. */
export function asAnswer(document: VisibleDocument): CampaignDocument {
  const { id, campaign, original_filename, s3_key, is_spoilers, created_at } = document;
  return {
    id,
    campaign,
    original_filename,
    s3_key,
    is_spoilers,
    created_at: created_at.toISOString(),
  };
}
