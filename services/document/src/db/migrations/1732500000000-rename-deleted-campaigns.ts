import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns that were deleted within the last day; the release before knows the table by its old name, now a view. */
export class RenameDeletedCampaigns1732500000000 implements MigrationInterface {
  readonly name = 'RenameDeletedCampaigns1732500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gone_campaign RENAME TO deleted_campaign');
    await runner.query('ALTER TABLE deleted_campaign RENAME COLUMN gone_at TO deleted_at');
    await runner.query(
      'CREATE VIEW gone_campaign AS SELECT campaign_id, deleted_at AS gone_at FROM deleted_campaign',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW gone_campaign');
    await runner.query('ALTER TABLE deleted_campaign RENAME COLUMN deleted_at TO gone_at');
    await runner.query('ALTER TABLE deleted_campaign RENAME TO gone_campaign');
  }
}
