import type { Part } from './part';

/** Renditions of uploaded pictures, covers of campaigns, and portraits of members' characters. */
export const pictures: Part = {
  tables: ['picture', 'cover', 'member_picture'],
  create: `
    CREATE TABLE picture (
      source_key text NOT NULL,
      -- Players get pictures re-encoded without metadata.
      form text NOT NULL CHECK (form IN ('thumbnail', 'cover', 'player')),
      campaign_id uuid NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'refused', 'failed')),
      picture_key text UNIQUE,
      content_type text,
      tries int NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      looked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (source_key, form)
    );
    CREATE INDEX picture_waiting ON picture (campaign_id, due_at) WHERE state = 'waiting';
    CREATE INDEX picture_looked_at ON picture (looked_at);

    -- A campaign keeps its cover until the picture of the next one is ready, so that it can have two rows.
    CREATE TABLE cover (
      source_key text PRIMARY KEY,
      campaign_id uuid NOT NULL,
      chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX cover_of_campaign ON cover (campaign_id, chosen_at DESC);

    -- The portrait of a member's character. A returning member has another membership, so their earlier picture stays hidden.
    CREATE TABLE member_picture (
      id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      membership uuid NOT NULL UNIQUE,
      s3_key text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX member_picture_of_campaign ON member_picture (campaign_id);
    CREATE INDEX member_picture_of_person ON member_picture (person);`,
};
