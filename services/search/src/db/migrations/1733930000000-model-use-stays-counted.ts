import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a model was asked stays counted for its day, without saying of which campaign and whom, when those are deleted: else whoever deletes
 * a campaign and begins another may ask as often again.
 */
export class ModelUseStaysCounted1733930000000 implements MigrationInterface {
  readonly name = 'ModelUseStaysCounted1733930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE model_use
        ALTER COLUMN campaign_id DROP NOT NULL,
        ALTER COLUMN person_id DROP NOT NULL,
        DROP CONSTRAINT model_use_campaign_id_fkey,
        ADD CONSTRAINT model_use_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES followed_campaign ON DELETE SET NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM model_use WHERE campaign_id IS NULL OR person_id IS NULL');
    await runner.query(`
      ALTER TABLE model_use
        ALTER COLUMN campaign_id SET NOT NULL,
        ALTER COLUMN person_id SET NOT NULL,
        DROP CONSTRAINT model_use_campaign_id_fkey,
        ADD CONSTRAINT model_use_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES followed_campaign ON DELETE CASCADE`);
  }
}
