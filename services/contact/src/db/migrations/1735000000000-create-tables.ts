import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

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
    // Each solved robot check is valid for one message.
    await runner.query(`
      CREATE TABLE used_check (
        check_hash bytea PRIMARY KEY,
        expires_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_check, message');
  }
}
