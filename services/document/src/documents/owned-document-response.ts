import { THUMBNAIL_CONTENT } from '../storage/served-content';
import type { ReadyCover } from '../thumbnails/ready-covers';
import type { DocumentVersion } from '../versions/document-versions';

/** An earlier version of a file, as a document of the owner's data export. */
export const toOwnedVersion = (version: DocumentVersion) => {
  const { id, document, campaign, original_filename, s3_key, content_type, size } = version;
  const replaced_at = version.replaced_at.toISOString();
  return {
    id,
    campaign,
    original_filename,
    s3_key,
    // Players only ever see the present file of a document.
    is_spoilers: true,
    created_at: replaced_at,
    content_type,
    size,
    version_of: document,
    replaced_at,
  };
};

/** The cover of a campaign, as a document of the owner's data export; its id is the campaign's. */
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
