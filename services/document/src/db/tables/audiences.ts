import type { Part } from './part';

/** Sets of chosen players, and the titles and dates under which players know spoilers of which they see a part. */
export const audiences: Part = {
  tables: ['audience_class', 'handout', 'handout_reader', 'reader_title', 'handout_title'],
  create: `
    -- GMs alone and the party are classes without a row.
    CREATE TABLE audience_class (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      campaign_id uuid NOT NULL,
      memberships uuid[] NOT NULL,
      -- Whether the chosen players see the names of the others.
      tells_readers boolean NOT NULL DEFAULT false,
      UNIQUE (campaign_id, memberships, tells_readers)
    );
    CREATE INDEX audience_class_members ON audience_class USING gin (memberships);

    CREATE TABLE handout (
      document_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      public_title text NOT NULL
    );
    CREATE INDEX handout_of_campaign ON handout (campaign_id);

    -- Since when each reader sees something without interruption. A reader is a membership, or all players under the class of the party.
    CREATE TABLE handout_reader (
      document_id uuid NOT NULL,
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      since timestamptz NOT NULL,
      PRIMARY KEY (document_id, reader)
    );
    CREATE INDEX handout_reader_of_campaign ON handout_reader (campaign_id, reader);

    -- Rows outlive the access of their reader: a document that is revealed again has the same title.
    CREATE TABLE reader_title (
      document_id uuid NOT NULL,
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      title text NOT NULL,
      PRIMARY KEY (document_id, reader)
    );
    CREATE INDEX reader_title_of_campaign ON reader_title (campaign_id);

    -- The titles before a ledger entry, to undo it.
    CREATE TABLE handout_title (
      entry_id uuid PRIMARY KEY,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      title_before text,
      titles_before jsonb NOT NULL
    );
    CREATE INDEX handout_title_of_document ON handout_title (document_id);
    CREATE INDEX handout_title_of_campaign ON handout_title (campaign_id);`,
};
