import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For whoever follows the changes of a campaign: the newest number that took something away from its GMs, and from its
 * players; when something went, so that it need not be remembered for ever; and up to which number that is forgotten.
 */
export class ChangeFeed1733700000000 implements MigrationInterface {
  readonly name = 'ChangeFeed1733700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaign_feed ADD COLUMN restricted_gm bigint NOT NULL DEFAULT 0,
        ADD COLUMN restricted_party bigint NOT NULL DEFAULT 0,
        ADD COLUMN forgotten_to bigint NOT NULL DEFAULT 0`);
    // Until now nobody was told which numbers took something away: all may have.
    await runner.query(
      'UPDATE campaign_feed SET restricted_gm = last_number, restricted_party = last_number',
    );
    await runner.query('ALTER TABLE campaign_change ADD COLUMN gone_at timestamptz');
    await runner.query(
      'ALTER TABLE passage_gone ADD COLUMN gone_at timestamptz NOT NULL DEFAULT now()',
    );
    await runner.query(
      'CREATE INDEX campaign_change_gone ON campaign_change (gone_at) WHERE gone_at IS NOT NULL',
    );
    await runner.query('CREATE INDEX passage_gone_age ON passage_gone (gone_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE passage_gone DROP COLUMN gone_at');
    await runner.query('ALTER TABLE campaign_change DROP COLUMN gone_at');
    await runner.query(
      'ALTER TABLE campaign_feed DROP COLUMN restricted_gm, DROP COLUMN restricted_party, DROP COLUMN forgotten_to',
    );
  }
}
