import type { Part } from './part';

/** Passages of files and notes, and data derived from them. */
export const passages: Part = {
  tables: [
    ...['passage', 'passage_gone', 'used_passage_id', 'passage_count'],
    ...['passage_link', 'passage_words', 'passage_image', 'part'],
  ],
  create: `
    CREATE TABLE passage (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      -- In a handout with its own document row: the passage of the source that this row copies.
      source_id uuid,
      position int NOT NULL,
      kind text NOT NULL,
      depth smallint NOT NULL,
      level smallint,
      text text NOT NULL,
      folded text NOT NULL,
      content jsonb NOT NULL,
      page int,
      region float8[],
      -- Null: the passage inherits the audience of its document.
      audience_class uuid,
      -- Whether players could ever see the passage: the search index can apply revocations without reading text that only GMs saw.
      was_seen boolean NOT NULL DEFAULT false,
      -- The save of the note, or the extraction of the file, that wrote the passage last.
      version int NOT NULL DEFAULT 1,
      -- The last change in the change feed of the campaign.
      number bigint NOT NULL,
      born_at timestamptz NOT NULL DEFAULT now()
    );
    -- Includes the columns of positions, counts and the visibility history, so that these queries read no text.
    CREATE INDEX passage_in_order ON passage (document_id, position) INCLUDE (id, page, audience_class, born_at, level);
    CREATE INDEX passage_with_own_audience ON passage (document_id, audience_class) WHERE audience_class IS NOT NULL;
    CREATE UNIQUE INDEX passage_of_source ON passage (source_id, document_id) WHERE source_id IS NOT NULL;
    CREATE INDEX passage_heading ON passage (document_id) WHERE kind = 'heading';
    CREATE INDEX passage_with_image ON passage (document_id) WHERE kind = 'image';
    CREATE INDEX passage_with_names ON passage (document_id) WHERE content ? 'anchors';
    CREATE INDEX passage_of_campaign ON passage (campaign_id, number, id);
    CREATE INDEX passage_once_seen ON passage (campaign_id, number, id) WHERE was_seen;

    -- Deleted passages, with their last audience: restored words get no wider one.
    CREATE TABLE passage_gone (
      passage_id uuid PRIMARY KEY,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      -- Null for passages of files, as is was_spoilers: only notes take deleted passages back.
      position int,
      was_spoilers boolean,
      audience_class uuid,
      was_seen boolean NOT NULL,
      number bigint NOT NULL,
      born_at timestamptz NOT NULL,
      gone_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX passage_gone_of_document ON passage_gone (document_id);
    CREATE INDEX passage_gone_of_campaign ON passage_gone (campaign_id, number, passage_id);
    CREATE INDEX passage_gone_once_seen ON passage_gone (campaign_id, number, passage_id) WHERE was_seen;
    CREATE INDEX passage_gone_age ON passage_gone (gone_at);

    -- Writers choose the ids of new passages. Rows outlive documents and campaigns: if only the ids of existing passages were rejected,
    -- the response would tell whether a passage that its reader sees no longer was hidden or deleted.
    CREATE TABLE used_passage_id (id uuid PRIMARY KEY, owner uuid NOT NULL);

    -- Passages of each class in each block of a text, to count what a reader sees without reading the text. Kept by triggers.
    CREATE TABLE passage_count (
      document_id uuid NOT NULL,
      begins int NOT NULL,
      audience_class uuid,
      n int NOT NULL,
      UNIQUE NULLS NOT DISTINCT (document_id, begins, audience_class)
    ) WITH (fillfactor = 70);

    CREATE TABLE passage_link (
      passage_id uuid NOT NULL,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      target_document_id uuid,
      target_passage_id uuid,
      -- Of a link by name, which has no target document: a name under which the document may be known, and the link.
      target_name text,
      target_href text,
      CHECK ((target_document_id IS NULL) = (target_name IS NOT NULL AND target_href IS NOT NULL))
    );
    CREATE INDEX passage_link_of ON passage_link (passage_id);
    CREATE INDEX passage_link_of_document ON passage_link (document_id);
    CREATE INDEX passage_link_of_campaign ON passage_link (campaign_id);
    CREATE INDEX passage_link_to ON passage_link (target_document_id);
    CREATE INDEX passage_link_by_name ON passage_link (campaign_id, target_name) WHERE target_name IS NOT NULL;

    -- To find hidden passages that contain a name.
    CREATE TABLE passage_words (
      passage_id uuid PRIMARY KEY,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      words text[] NOT NULL
    );
    CREATE INDEX passage_words_of_document ON passage_words (document_id);
    CREATE INDEX passage_words_of_campaign ON passage_words (campaign_id);
    CREATE INDEX passage_words_found ON passage_words USING gin (words);

    CREATE TABLE passage_image (
      id uuid PRIMARY KEY,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      s3_key text NOT NULL UNIQUE,
      width int NOT NULL,
      height int NOT NULL,
      bytes int NOT NULL,
      -- The hash of the source, so that a repeated extraction keeps the picture.
      made_of text NOT NULL,
      -- The object store tells when an object was written: players get objects from the current period in which they see the picture.
      fresh_at timestamptz NOT NULL,
      -- Objects for readers who began to see the picture later: {s3_key, fresh_at, all_but, memberships}, newest first.
      copies jsonb NOT NULL DEFAULT '[]',
      looked_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX passage_image_of_document ON passage_image (document_id);
    CREATE INDEX passage_image_of_campaign ON passage_image (campaign_id);
    CREATE INDEX passage_image_looked_at ON passage_image (looked_at);

    -- Tags and pins of parts of a text, by the heading that begins the part.
    CREATE TABLE part (
      passage_id uuid PRIMARY KEY,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      tags text[] NOT NULL,
      pinned boolean NOT NULL
    );
    CREATE INDEX part_of_document ON part (document_id);
    CREATE INDEX part_of_campaign ON part (campaign_id);`,
};
