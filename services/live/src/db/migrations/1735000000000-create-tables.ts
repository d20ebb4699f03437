import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows are deleted at most ten minutes after the user's last connection closes. */
export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...HINTS, ...PRESENCE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE look, here, connection, recent_change, hint, listener');
  }
}

const HINTS = [
  // n starts at the clock's milliseconds, so that it keeps increasing for a user whose row was deleted.
  `CREATE TABLE listener (
     person_id uuid PRIMARY KEY,
     n bigint NOT NULL,
     seen_at timestamptz NOT NULL
   )`,
  'CREATE INDEX listener_seen_at ON listener (seen_at)',
  `CREATE TABLE hint (
     person_id uuid NOT NULL,
     n bigint NOT NULL,
     change_id uuid NOT NULL,
     kind text NOT NULL,
     campaign_id uuid NOT NULL,
     subject_id uuid NOT NULL,
     audience text NOT NULL CHECK (audience IN ('gm', 'party', 'named')),
     -- Id that a client of this person gave the change.
     own_change uuid,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (person_id, n)
   )`,
  'CREATE INDEX hint_change_id ON hint (change_id)',
  'CREATE INDEX hint_created_at ON hint (created_at)',
  // For clients that load a page shortly before they open a stream.
  `CREATE TABLE recent_change (
     id uuid NOT NULL,
     kind text NOT NULL,
     campaign_id uuid NOT NULL,
     audience text NOT NULL CHECK (audience IN ('gm', 'party', 'named')),
     people uuid[] NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (id, kind)
   )`,
  'CREATE INDEX recent_change_created_at ON recent_change (created_at)',
];

const PRESENCE = [
  // Processes with open streams of a user.
  `CREATE TABLE connection (
     person_id uuid NOT NULL,
     process_id uuid NOT NULL,
     is_open boolean NOT NULL,
     seen_at timestamptz NOT NULL,
     PRIMARY KEY (person_id, process_id)
   )`,
  'CREATE INDEX connection_process ON connection (process_id)',
  'CREATE INDEX connection_seen_at ON connection (seen_at)',
  // Users announced as online; one transaction changes a row and announces the change.
  'CREATE TABLE here (person_id uuid PRIMARY KEY)',
  // Campaigns that a user viewed: only their members see the user online.
  `CREATE TABLE look (
     person_id uuid NOT NULL,
     campaign_id uuid NOT NULL,
     looked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (person_id, campaign_id)
   )`,
  'CREATE INDEX look_looked_at ON look (looked_at)',
];
