import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a campaign is passed over that outside models may not read; null where that is not known of it. */
export class KeptBack1733970000000 implements MigrationInterface {
  readonly name = 'KeptBack1733970000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE followed_campaign ADD COLUMN kept_back_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE followed_campaign DROP COLUMN kept_back_until');
  }
}
