import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who reads a file holds a lease of its row: whoever lost it changes nothing any more. The index finds the next file of each
 * campaign, those without a text first.
 */
export class ReadingLeases1733750000000 implements MigrationInterface {
  readonly name = 'ReadingLeases1733750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reading ADD COLUMN lease uuid');
    await runner.query(
      'CREATE INDEX reading_next ON reading (campaign_id, has_text, due_at) WHERE due_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reading_next');
    await runner.query('ALTER TABLE reading DROP COLUMN lease');
  }
}
