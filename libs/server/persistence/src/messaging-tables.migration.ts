import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox and inbox tables of every service with a database. */
export class MessagingTables1700000000000 implements MigrationInterface {
  readonly name = 'MessagingTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        kind text NOT NULL CHECK (kind IN ('event', 'job')),
        name text NOT NULL,
        targets text[] NOT NULL,
        payload jsonb NOT NULL,
        options jsonb NOT NULL,
        correlation_id text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE inbox (
        event_id uuid PRIMARY KEY,
        handled_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX inbox_handled_at ON inbox (handled_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
    await runner.query('DROP TABLE outbox');
  }
}
