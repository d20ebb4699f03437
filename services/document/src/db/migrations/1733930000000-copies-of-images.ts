import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Copies of a picture for those who began to see it while others saw it already, who keep its address: `{s3_key, fresh_at, all_but,
 * memberships}`, the newest first. The release before gives everybody the first.
 */
export class CopiesOfImages1733930000000 implements MigrationInterface {
  readonly name = 'CopiesOfImages1733930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE passage_image ADD COLUMN copies jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE passage_image DROP COLUMN copies');
  }
}
