import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What GMs put on parts of a text, by the passage that is its heading. */
export class Parts1733400000000 implements MigrationInterface {
  readonly name = 'Parts1733400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE part (
        passage_id uuid PRIMARY KEY,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        tags text[] NOT NULL,
        pinned boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX part_of_document ON part (document_id)');
    await runner.query('CREATE INDEX part_of_campaign ON part (campaign_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE part');
  }
}
