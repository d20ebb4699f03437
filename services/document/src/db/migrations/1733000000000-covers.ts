import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Covers of campaigns: a picture that a GM has chosen. Until the picture of a newer one is made the older one stands, so
 * that a campaign may have two rows for a moment.
 */
export class Covers1733000000000 implements MigrationInterface {
  readonly name = 'Covers1733000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cover (
        source_key text PRIMARY KEY,
        campaign_id uuid NOT NULL,
        chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX cover_of_campaign ON cover (campaign_id, chosen_at DESC)');
    await runner.query(
      `ALTER TABLE picture ADD COLUMN form text NOT NULL DEFAULT 'thumbnail'
        CHECK (form IN ('thumbnail', 'cover'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE picture DROP COLUMN form');
    await runner.query('DROP TABLE cover');
  }
}
