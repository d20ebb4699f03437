import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was put on players' screens of late. Nothing here matters for longer than some minutes. */
export class Shows1733100000000 implements MigrationInterface {
  readonly name = 'Shows1733100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE show (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        campaign_id uuid NOT NULL,
        document_id uuid NOT NULL,
        was_spoilers boolean NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX show_of_campaign ON show (campaign_id, at DESC)');
    await runner.query('CREATE INDEX show_of_document ON show (document_id, at DESC)');
    await runner.query('CREATE INDEX show_age ON show (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE show');
  }
}
