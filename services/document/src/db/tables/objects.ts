import type { Part } from './part';

/** Uploads that are not finalized, and objects that are to be removed from the object store. */
export const objects: Part = {
  tables: ['pending_upload', 'object_removal'],
  create: `
    CREATE TABLE pending_upload (
      -- The key of the document to be. The presigned URL writes to upload_key, from which no file is served.
      s3_key text PRIMARY KEY,
      upload_key text NOT NULL,
      -- Set by the first call that finalizes the upload: no other content can become the document.
      etag text,
      -- The store's id of a multipart upload to upload_key.
      multipart_id text,
      campaign_id uuid NOT NULL,
      uploader uuid NOT NULL,
      file_name text NOT NULL,
      content_type text NOT NULL,
      size bigint,
      content_fingerprint text,
      is_spoilers boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX pending_upload_of_campaign ON pending_upload (campaign_id);
    CREATE INDEX pending_upload_of_uploader ON pending_upload (uploader);
    CREATE INDEX pending_upload_age ON pending_upload (created_at);

    -- An object may still arrive after its first removal, so that it is removed once more at again_at.
    CREATE TABLE object_removal (
      s3_key text PRIMARY KEY,
      -- A multipart upload to the key, which is aborted.
      multipart_id text,
      due_at timestamptz NOT NULL DEFAULT now(),
      again_at timestamptz NOT NULL
    );
    CREATE INDEX object_removal_due ON object_removal (due_at);`,
};
