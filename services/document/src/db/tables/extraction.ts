import type { Part } from './part';

/** The state of text extraction, one row for each document. */
export const extraction: Part = {
  tables: ['reading'],
  create: `
    CREATE TABLE reading (
      document_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      uploader uuid,
      -- Extraction takes turns by person: the uploader, or the campaign once the account of the uploader is erased.
      turn uuid GENERATED ALWAYS AS (coalesce(uploader, campaign_id)) STORED,
      source_key text NOT NULL,
      source_etag text,
      reader_version int NOT NULL,
      state text NOT NULL CHECK (state IN (
        'waiting', 'reading', 'ready', 'no_text', 'locked', 'damaged', 'too_large', 'unsupported')),
      has_text boolean NOT NULL DEFAULT false,
      pages int,
      -- Counts the successful extractions.
      readings int NOT NULL DEFAULT 0,
      -- Some players do not, or did not, see all of the text: players get no file until a GM releases it.
      ever_hidden boolean NOT NULL DEFAULT false,
      due_at timestamptz,
      tries int NOT NULL DEFAULT 0,
      progress smallint NOT NULL DEFAULT 0,
      -- Held by the worker that extracts the file: a worker that lost it changes nothing.
      lease uuid
    );
    CREATE INDEX reading_of_campaign ON reading (campaign_id);
    CREATE INDEX reading_uploader ON reading (uploader);
    CREATE INDEX reading_next ON reading (turn, has_text, due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX reading_version ON reading (reader_version) WHERE due_at IS NULL;`,
};
