import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many e-mail addresses a person has asked about in the hour that began at `since`. */
export class CountEmailLookups1732200000000 implements MigrationInterface {
  readonly name = 'CountEmailLookups1732200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_lookup (
        person_id uuid PRIMARY KEY,
        addresses int NOT NULL,
        since timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE email_lookup');
  }
}
