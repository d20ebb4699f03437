import type { MigrationInterface, QueryRunner } from 'typeorm';

/** To whom a campaign's owner offers it. An offer ends with the membership that it was made to, whoever ends that. */
export class CreateHandOverOffers1732320000000 implements MigrationInterface {
  readonly name = 'CreateHandOverOffers1732320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hand_over_offer (
        campaign_id uuid PRIMARY KEY,
        player_id uuid NOT NULL,
        offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        FOREIGN KEY (campaign_id, player_id) REFERENCES campaign_player ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE hand_over_offer');
  }
}
