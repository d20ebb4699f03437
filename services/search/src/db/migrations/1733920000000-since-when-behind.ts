import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a copy is known to be behind; null while it is not. */
export class SinceWhenBehind1733920000000 implements MigrationInterface {
  readonly name = 'SinceWhenBehind1733920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE followed_campaign ADD COLUMN behind_since timestamptz');
    await runner.query('ALTER TABLE followed_campaign ALTER COLUMN behind_since SET DEFAULT now()');
    await runner.query(
      'CREATE INDEX followed_campaign_behind ON followed_campaign (behind_since) WHERE behind_since IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE followed_campaign DROP COLUMN behind_since');
  }
}
