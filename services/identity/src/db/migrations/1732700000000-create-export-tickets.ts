import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to copies of people's data, each good for one download while the session that asked for it lives. */
export class CreateExportTickets1732700000000 implements MigrationInterface {
  readonly name = 'CreateExportTickets1732700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE export_ticket (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL UNIQUE REFERENCES pool_user ON DELETE CASCADE,
        session text,
        expires_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE export_ticket');
  }
}
