import type { Part } from './part';

/** Notes and their versions. The current words are in `passage`. */
export const notes: Part = {
  tables: ['note', 'note_version', 'passage_past', 'notebook'],
  create: `
    -- The notes of a player in a campaign. Their rows have the membership in place of a campaign.
    CREATE TABLE notebook (
      membership_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      -- Null once the account of the author is erased.
      person uuid,
      -- When the membership ended; private notes are deleted a while later.
      ended_at timestamptz,
      -- Notes of an imported archive belong to no account; the name of their author is the one of the archive.
      import_id uuid,
      imported_author text
    );
    CREATE INDEX notebook_of_campaign ON notebook (campaign_id);
    CREATE INDEX notebook_of_person ON notebook (person) WHERE person IS NOT NULL;
    CREATE INDEX notebook_of_import ON notebook (import_id) WHERE import_id IS NOT NULL;
    CREATE INDEX notebook_ended ON notebook (ended_at) WHERE ended_at IS NOT NULL;

    CREATE TABLE note (
      document_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      version int NOT NULL DEFAULT 1,
      saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      saved_by uuid,
      -- An idempotency key chosen by the writer.
      creation_key uuid,
      created_by uuid
    );
    CREATE INDEX note_of_campaign ON note (campaign_id);
    CREATE INDEX note_saved_by ON note (saved_by) WHERE saved_by IS NOT NULL;
    CREATE UNIQUE INDEX note_creation ON note (campaign_id, created_by, creation_key);

    CREATE TABLE note_version (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      -- The last of its saves.
      number int NOT NULL,
      saves int[] NOT NULL,
      is_open boolean NOT NULL,
      title text NOT NULL,
      -- In reading order.
      passages uuid[] NOT NULL,
      began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      saved_by uuid,
      followed_at timestamptz,
      UNIQUE (document_id, number)
    );
    CREATE INDEX note_version_of_campaign ON note_version (campaign_id);
    CREATE INDEX note_version_followed ON note_version (followed_at) WHERE followed_at IS NOT NULL;
    CREATE INDEX note_version_saved_by ON note_version (saved_by) WHERE saved_by IS NOT NULL;

    -- Former words of passages, from the save that wrote them to the save that replaced them, as far as a version contains them.
    CREATE TABLE passage_past (
      document_id uuid NOT NULL,
      passage_id uuid NOT NULL,
      since int NOT NULL,
      until int NOT NULL,
      campaign_id uuid NOT NULL,
      kind text NOT NULL,
      depth smallint NOT NULL,
      level smallint,
      text text NOT NULL,
      content jsonb NOT NULL,
      audience_class uuid,
      was_spoilers boolean NOT NULL,
      PRIMARY KEY (document_id, passage_id, since)
    );
    CREATE INDEX passage_past_of_campaign ON passage_past (campaign_id);`,
};
