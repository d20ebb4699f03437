import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is listening, and the hints of the last minute. Nothing here lives longer than ten minutes. */
export class CreateHints1732600000000 implements MigrationInterface {
  readonly name = 'CreateHints1732600000000';

  async up(runner: QueryRunner): Promise<void> {
    // n begins at the milliseconds of the clock, so that somebody who is forgotten and comes back gets higher ones.
    await runner.query(`
      CREATE TABLE listener (
        person_id uuid PRIMARY KEY,
        n bigint NOT NULL,
        seen_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX listener_seen_at ON listener (seen_at)');
    await runner.query(`
      CREATE TABLE hint (
        person_id uuid NOT NULL,
        n bigint NOT NULL,
        change_id uuid NOT NULL,
        kind text NOT NULL,
        campaign_id uuid NOT NULL,
        subject_id uuid NOT NULL,
        audience text NOT NULL CHECK (audience IN ('gm', 'party', 'named')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (person_id, n)
      )`);
    // What has changed of late, for those who began to look before they listened.
    await runner.query(`
      CREATE TABLE recent_change (
        id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        audience text NOT NULL CHECK (audience IN ('gm', 'party', 'named')),
        people uuid[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX recent_change_created_at ON recent_change (created_at)');
    await runner.query('CREATE INDEX hint_change_id ON hint (change_id)');
    await runner.query('CREATE INDEX hint_created_at ON hint (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recent_change');
    await runner.query('DROP TABLE hint');
    await runner.query('DROP TABLE listener');
  }
}
