import type { CampaignDocument } from '@tomekeeper/contracts-document';

/** A document as the contract shows it. */
export function toCampaignDocument(
  document: Omit<CampaignDocument, 'created_at'> & { created_at: Date },
): CampaignDocument {
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
