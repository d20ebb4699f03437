import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each player is, co-GM or player, and an id of the membership, so that who comes back is told from who was
 * there before. Rows of the release before get both by default.
 */
export class RolesOfPlayers1732300000000 implements MigrationInterface {
  readonly name = 'RolesOfPlayers1732300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaign_player
        ADD COLUMN role text NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'co_gm')),
        ADD COLUMN membership_id uuid NOT NULL DEFAULT gen_random_uuid()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_player DROP COLUMN role, DROP COLUMN membership_id');
  }
}
