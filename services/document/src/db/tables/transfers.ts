import type { Part } from './part';

/** Imports with their review, and exports. */
export const transfers: Part = {
  tables: [
    ...['import', 'import_item', 'import_problem', 'import_record', 'imported_document'],
    ...['export', 'export_file'],
  ],
  create: `
    CREATE TABLE import (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      campaign_id uuid NOT NULL,
      -- Null once the account is erased.
      person uuid,
      -- The key of the upload, which makes creation idempotent, and the object with its bytes.
      upload text NOT NULL UNIQUE,
      source_key text NOT NULL,
      file_name text NOT NULL,
      format text,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN (
        'waiting', 'extracting', 'review', 'saving', 'done', 'undoing', 'undone', 'failed', 'cancelled')),
      failure text,
      -- Percent.
      progress smallint NOT NULL DEFAULT 0,
      -- Held by the worker that extracts or saves: a worker that lost it changes nothing.
      lease uuid,
      due_at timestamptz DEFAULT now(),
      tries int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the current state began.
      state_since timestamptz NOT NULL DEFAULT now(),
      -- When the documents were added.
      saved_at timestamptz,
      -- Documents that undo has still to move to the trash: unchanged ones, and chosen ones; and the person who undoes.
      undo_documents uuid[] NOT NULL DEFAULT '{}',
      undo_chosen uuid[] NOT NULL DEFAULT '{}',
      undo_by uuid,
      -- Sections of an archive that the GMs do not import.
      skipped_sections text[] NOT NULL DEFAULT '{}'
    );
    CREATE INDEX import_of_campaign ON import (campaign_id, created_at DESC);
    CREATE INDEX import_of_person ON import (person) WHERE person IS NOT NULL;
    CREATE INDEX import_due ON import (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX import_in_review ON import (state_since) WHERE state = 'review';

    -- Proposed documents. Deleted when the import ends.
    CREATE TABLE import_item (
      import_id uuid NOT NULL,
      number int NOT NULL,
      campaign_id uuid NOT NULL,
      document_id uuid NOT NULL DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN ('note', 'file')),
      source_id text NOT NULL,
      path text NOT NULL,
      hash text NOT NULL,
      title text NOT NULL,
      category text,
      tags text[] NOT NULL,
      -- The tag of the folders; the review may leave it out of the tags.
      folder_tag text,
      pinned boolean NOT NULL,
      aliases jsonb NOT NULL,
      is_spoilers boolean NOT NULL,
      action text NOT NULL DEFAULT 'add' CHECK (action IN ('add', 'replace', 'skip')),
      reveal_read_aloud boolean NOT NULL DEFAULT false,
      public_title text,
      -- Of notes, and of files whose text has audiences or comments in the source.
      passages jsonb,
      unresolved text[] NOT NULL DEFAULT '{}',
      -- Of files.
      s3_key text,
      content_type text,
      size bigint,
      -- Of pictures that notes show: {key, width, height, bytes} of the copy for texts.
      picture jsonb,
      -- A picture that exists in notes alone, and becomes no document.
      is_inline boolean NOT NULL DEFAULT false,
      PRIMARY KEY (import_id, number)
    );
    CREATE INDEX import_item_of_source ON import_item (import_id, source_id);

    CREATE TABLE import_problem (
      import_id uuid NOT NULL,
      number int NOT NULL,
      path text NOT NULL,
      reason text NOT NULL,
      PRIMARY KEY (import_id, number)
    );

    -- Records of archives other than documents, such as comments. Deleted when the import ends.
    CREATE TABLE import_record (
      import_id uuid NOT NULL,
      section text NOT NULL,
      -- In the order of the archive.
      number int NOT NULL,
      record jsonb NOT NULL,
      PRIMARY KEY (import_id, section, number)
    );

    -- Documents that came from imports, to repeat and to undo them.
    CREATE TABLE imported_document (
      document_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      -- The last import of the document.
      import_id uuid NOT NULL,
      -- Earlier imports; the first one added the document.
      earlier_imports uuid[] NOT NULL DEFAULT '{}',
      source_id text NOT NULL,
      hash text NOT NULL,
      -- The state after the import: another one means that somebody changed the document.
      stamp text NOT NULL,
      -- The same for tags, category, aliases and visibility.
      properties text NOT NULL
    );
    CREATE INDEX imported_document_of_source ON imported_document (campaign_id, source_id);

    CREATE TABLE export (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      -- The membership of a player, whose revocation watermark applies; null for GMs.
      membership uuid,
      format text NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'writing', 'ready', 'failed')),
      progress smallint NOT NULL DEFAULT 0,
      -- Sessions, comments and notes of players in the export, in their exported state.
      contents jsonb NOT NULL DEFAULT '{"sessions": [], "comments": [], "notes": []}',
      -- The revocation watermark of the person when the export began.
      watermark bigint,
      lease uuid,
      due_at timestamptz DEFAULT now(),
      tries int NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    );
    CREATE INDEX export_of_person ON export (person, campaign_id, created_at DESC);
    CREATE INDEX export_of_campaign ON export (campaign_id);
    CREATE INDEX export_due ON export (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX export_ended ON export (ended_at) WHERE ended_at IS NOT NULL;

    CREATE TABLE export_file (
      s3_key text PRIMARY KEY,
      export_id uuid NOT NULL,
      number int NOT NULL,
      name text NOT NULL,
      size bigint NOT NULL
    );
    CREATE INDEX export_file_of_export ON export_file (export_id, number);`,
};
