import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong guesses and mailed codes count by account and by where they come from. The tables that counted by
 * account alone, `password_attempts` and `quota`, stay for the release before this one.
 */
export class CountGuessesBySource1732610000000 implements MigrationInterface {
  readonly name = 'CountGuessesBySource1732610000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // Rows with an empty source count for all sources together.
  `CREATE TABLE guess_count (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     source text NOT NULL,
     failures integer NOT NULL,
     last_at timestamptz NOT NULL,
     locked_until timestamptz,
     PRIMARY KEY (pool_id, user_id, kind, source)
   )`,
  `CREATE TABLE code_quota (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     source text NOT NULL,
     used integer NOT NULL,
     window_started timestamptz NOT NULL,
     PRIMARY KEY (pool_id, user_id, kind, source)
   )`,
  `CREATE TABLE known_source (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     source text NOT NULL,
     last_used_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, source)
   )`,
  // A source for each wrong try.
  `ALTER TABLE verification_code ADD COLUMN tried_from text[] NOT NULL DEFAULT '{}'`,
];

const DOWN = [
  'ALTER TABLE verification_code DROP COLUMN tried_from',
  'DROP TABLE known_source',
  'DROP TABLE code_quota',
  'DROP TABLE guess_count',
];
