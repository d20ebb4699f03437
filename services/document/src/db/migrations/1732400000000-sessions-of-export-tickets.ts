import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session that asked for a copy of data; null in tickets of the release before, which live for a minute. */
export class SessionsOfExportTickets1732400000000 implements MigrationInterface {
  readonly name = 'SessionsOfExportTickets1732400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE export_ticket ADD COLUMN session text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE export_ticket DROP COLUMN session');
  }
}
