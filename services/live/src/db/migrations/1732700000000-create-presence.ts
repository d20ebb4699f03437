import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which process has streams of whom, and who is said to be here. Nothing here lives longer than ten minutes after them. */
export class CreatePresence1732700000000 implements MigrationInterface {
  readonly name = 'CreatePresence1732700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE connection (
        person_id uuid NOT NULL,
        process_id uuid NOT NULL,
        is_open boolean NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (person_id, process_id)
      )`);
    await runner.query('CREATE INDEX connection_process ON connection (process_id)');
    await runner.query('CREATE INDEX connection_seen_at ON connection (seen_at)');
    // Who others were told is here; the hints that say otherwise leave with the change of this row.
    await runner.query('CREATE TABLE here (person_id uuid PRIMARY KEY)');
    // The release before stores its hints without saying of what kind; they count as something that must be asked for.
    await runner.query('ALTER TABLE recent_change ADD COLUMN kind text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recent_change DROP COLUMN kind');
    await runner.query('DROP TABLE here');
    await runner.query('DROP TABLE connection');
  }
}
