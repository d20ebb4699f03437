import type { Part } from './part';

/** Comments on passages. */
export const comments: Part = {
  tables: ['comment', 'comments_off'],
  create: `
    CREATE TABLE comment (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      campaign_id uuid NOT NULL,
      document_id uuid NOT NULL,
      -- The passage may be deleted, and restored later.
      passage_id uuid NOT NULL,
      -- Membership of the author; null for the owner of the campaign.
      membership_id uuid,
      -- User id of the author; null once the account is erased.
      person uuid,
      -- An imported comment belongs to no account; the name of its author is the one of the archive.
      import_id uuid,
      imported_author text,
      -- Whether the author was a GM when they wrote it.
      is_by_gm boolean NOT NULL,
      -- The class of the passage when the comment was written, never null.
      audience_class uuid NOT NULL,
      text text NOT NULL,
      -- An idempotency key chosen by the author.
      creation_key uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      edited_at timestamptz
    );
    CREATE INDEX comment_of_document ON comment (document_id);
    CREATE INDEX comment_on_passage ON comment (passage_id);
    CREATE INDEX comment_of_campaign ON comment (campaign_id, person);
    CREATE INDEX comment_by_time ON comment (campaign_id, created_at);
    CREATE INDEX comment_of_person ON comment (person) WHERE person IS NOT NULL;
    CREATE INDEX comment_of_import ON comment (import_id) WHERE import_id IS NOT NULL;
    CREATE UNIQUE INDEX comment_creation ON comment (person, passage_id, creation_key);

    -- Campaigns in which a GM turned comments off.
    CREATE TABLE comments_off (campaign_id uuid PRIMARY KEY);`,
};
