import type { Part } from './part';

/** The change feed of each campaign, which the search index follows, and its revocation watermarks. */
export const changeFeed: Part = {
  tables: ['campaign_feed', 'campaign_change', 'revocation'],
  create: `
    CREATE TABLE campaign_feed (
      campaign_id uuid PRIMARY KEY,
      last_number bigint NOT NULL,
      -- The newest change that took something away from GMs.
      restricted_gm bigint NOT NULL DEFAULT 0,
      -- Deletions up to this number are pruned.
      forgotten_to bigint NOT NULL DEFAULT 0
    );

    -- The last change of each document.
    CREATE TABLE campaign_change (
      campaign_id uuid NOT NULL,
      document_id uuid NOT NULL,
      number bigint NOT NULL,
      gone_at timestamptz,
      PRIMARY KEY (campaign_id, document_id)
    );
    CREATE INDEX campaign_change_number ON campaign_change (campaign_id, number);
    CREATE INDEX campaign_change_gone ON campaign_change (gone_at) WHERE gone_at IS NOT NULL;

    -- The newest change that took something away from a set of players. Not one per class: a change that takes a passage from some
    -- readers of a class must not be noticeable to its other readers.
    CREATE TABLE revocation (
      campaign_id uuid NOT NULL,
      is_all_but boolean NOT NULL,
      memberships uuid[] NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (campaign_id, is_all_but, memberships)
    );`,
};
