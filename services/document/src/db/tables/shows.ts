import type { Part } from './part';

/** Documents and passages on the screens of players. */
export const shows: Part = {
  tables: ['show', 'temporary_show'],
  create: `
    CREATE TABLE show (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      campaign_id uuid NOT NULL,
      document_id uuid NOT NULL,
      was_spoilers boolean NOT NULL,
      -- Null where the whole document is shown.
      passages uuid[],
      -- The ledger entry that revealed the passages for the show.
      entry_id uuid,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX show_of_campaign ON show (campaign_id, at DESC);
    CREATE INDEX show_of_document ON show (document_id, at DESC);
    CREATE INDEX show_age ON show (at);

    -- Shows without keeping, at most one per campaign.
    CREATE TABLE temporary_show (
      campaign_id uuid PRIMARY KEY,
      id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      document_id uuid NOT NULL,
      title text,
      recipients uuid[] NOT NULL,
      closed_by uuid[] NOT NULL DEFAULT '{}',
      -- Fixed at the start, so that later text is not shown.
      passages uuid[] NOT NULL,
      versions int[] NOT NULL,
      -- Objects copied for the show, which the removal of unused objects deletes.
      images jsonb NOT NULL,
      picture jsonb,
      source_key text NOT NULL,
      -- A hash of the visible content, to detect changes.
      fingerprint text,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX temporary_show_of_document ON temporary_show (document_id);`,
};
