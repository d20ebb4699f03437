import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What visitors wrote, and which robot checks were used for it. */
export class CreateMessages1732000000000 implements MigrationInterface {
  readonly name = 'CreateMessages1732000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE message (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        subject text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX message_created_at ON message (created_at)');
    await runner.query(`
      CREATE TABLE used_check (
        check_hash bytea PRIMARY KEY,
        expires_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_check');
    await runner.query('DROP TABLE message');
  }
}
