import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to copies of people's data, each good for one download. */
export class CreateExportTickets1732100000000 implements MigrationInterface {
  readonly name = 'CreateExportTickets1732100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE export_ticket (
        token_hash bytea PRIMARY KEY,
        person_id uuid NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX export_ticket_of_person ON export_ticket (person_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE export_ticket');
  }
}
