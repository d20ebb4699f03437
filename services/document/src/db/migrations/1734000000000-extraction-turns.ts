import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Extraction takes turns by person: the uploader of the file, or its campaign once the uploader's account is erased. */
export class ExtractionTurns1734000000000 implements MigrationInterface {
  readonly name = 'ExtractionTurns1734000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reading ADD COLUMN uploader uuid');
    await runner.query(
      'ALTER TABLE reading ADD COLUMN turn uuid GENERATED ALWAYS AS (coalesce(uploader, campaign_id)) STORED',
    );
    await runner.query('DROP INDEX reading_next');
    await runner.query(
      'CREATE INDEX reading_next ON reading (turn, has_text, due_at) WHERE due_at IS NOT NULL',
    );
    await runner.query('CREATE INDEX reading_uploader ON reading (uploader)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reading_uploader');
    await runner.query('DROP INDEX reading_next');
    await runner.query(
      'CREATE INDEX reading_next ON reading (campaign_id, has_text, due_at) WHERE due_at IS NOT NULL',
    );
    await runner.query('ALTER TABLE reading DROP COLUMN turn');
    await runner.query('ALTER TABLE reading DROP COLUMN uploader');
  }
}
