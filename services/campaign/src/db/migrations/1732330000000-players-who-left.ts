import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who left by themself is remembered beside who was removed: a GM may remove them in the same moment, or afterwards. */
export class PlayersWhoLeft1732330000000 implements MigrationInterface {
  readonly name = 'PlayersWhoLeft1732330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE removed_player ADD COLUMN has_left boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM removed_player WHERE has_left');
    await runner.query('ALTER TABLE removed_player DROP COLUMN has_left');
  }
}
