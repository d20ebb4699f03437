import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What players called a document before an act gave it another name, so that it can be taken back. And of each set of chosen players the
 * newest change of their campaign that took something from them.
 */
export class Acts1733880000000 implements MigrationInterface {
  readonly name = 'Acts1733880000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE handout_title (
        entry_id uuid PRIMARY KEY,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        title_before text
      )`);
    await runner.query('CREATE INDEX handout_title_of_document ON handout_title (document_id)');
    await runner.query('CREATE INDEX handout_title_of_campaign ON handout_title (campaign_id)');
    await runner.query(
      'ALTER TABLE audience_class ADD COLUMN restricted_number bigint NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience_class DROP COLUMN restricted_number');
    await runner.query('DROP TABLE handout_title');
  }
}
