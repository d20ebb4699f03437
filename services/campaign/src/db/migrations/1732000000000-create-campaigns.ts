import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns and who plays in them. The indexes serve "campaigns of X, newest first". */
export class CreateCampaigns1732000000000 implements MigrationInterface {
  readonly name = 'CreateCampaigns1732000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE campaign (
        id uuid PRIMARY KEY,
        owner uuid NOT NULL,
        title text NOT NULL,
        game_system text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(
      'CREATE INDEX campaign_of_owner ON campaign (owner, created_at DESC, id DESC)',
    );
    await runner.query(`
      CREATE TABLE campaign_player (
        campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
        player_id uuid NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        added_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (campaign_id, player_id)
      )`);
    await runner.query(
      'CREATE INDEX campaign_player_of_person ON campaign_player (player_id, campaign_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE campaign_player');
    await runner.query('DROP TABLE campaign');
  }
}
