import type { Part } from './part';

/** The append-only ledger of changes of visibility. */
export const ledger: Part = {
  tables: ['ledger_entry', 'ledger_passage', 'imported_entry'],
  create: `
    CREATE TABLE ledger_entry (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      number bigint GENERATED ALWAYS AS IDENTITY,
      campaign_id uuid NOT NULL,
      document_id uuid NOT NULL,
      -- The source, if the document is a handout with its own id.
      source_id uuid,
      act text NOT NULL CHECK (act IN (
        'upload', 'reveal', 'hide', 'delete', 'restore', 'replace', 'take_back', 'write', 'show')),
      audience text NOT NULL CHECK (audience IN ('gm', 'party', 'players')),
      -- Null for entries about a document as a whole.
      audience_class uuid,
      -- The save of the note, or the extraction of the file, at that time: undo does not widen the audience of later text.
      text_version int NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      actor uuid,
      -- The entry about the source that changed together with this handout; undo applies to both.
      part_of uuid
    );
    CREATE INDEX ledger_entry_of_campaign ON ledger_entry (campaign_id, number DESC);
    CREATE INDEX ledger_entry_of_time ON ledger_entry (campaign_id, at);
    CREATE INDEX ledger_entry_of_document ON ledger_entry (document_id, number DESC);
    CREATE INDEX ledger_entry_of_act ON ledger_entry (part_of) WHERE part_of IS NOT NULL;
    CREATE INDEX ledger_entry_of_actor ON ledger_entry (actor) WHERE actor IS NOT NULL;

    CREATE TABLE ledger_passage (
      entry_id uuid NOT NULL,
      passage_id uuid NOT NULL,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      class_before uuid,
      class_after uuid,
      PRIMARY KEY (entry_id, passage_id)
    );
    CREATE INDEX ledger_passage_of_passage ON ledger_passage (passage_id);
    CREATE INDEX ledger_passage_of_document ON ledger_passage (document_id);
    CREATE INDEX ledger_passage_of_campaign ON ledger_passage (campaign_id);

    -- Entries of the ledger of an imported archive. They are for reading: no audience, undo or news depends on them.
    CREATE TABLE imported_entry (
      id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      import_id uuid NOT NULL,
      at timestamptz NOT NULL,
      act text NOT NULL,
      actor_name text,
      -- The imported document; null for one that the archive does not contain.
      document_id uuid,
      title text,
      audience text NOT NULL,
      player_names text[],
      -- Number of passages; null for an entry about a whole document.
      passages int
    );
    CREATE INDEX imported_entry_of_campaign ON imported_entry (campaign_id, at DESC, id);
    CREATE INDEX imported_entry_of_import ON imported_entry (import_id);`,
};
