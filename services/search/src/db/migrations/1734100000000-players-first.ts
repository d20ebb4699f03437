import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `seen_reached`: all changes of text that players ever saw are applied up to this number, ahead of `reached`. `seen_newest`: the newest
 * number of the feed at that time, to discard rows that were read earlier.
 */
export class PlayersFirst1734100000000 implements MigrationInterface {
  readonly name = 'PlayersFirst1734100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE followed_campaign ADD COLUMN seen_reached bigint NOT NULL DEFAULT 0,
        ADD COLUMN seen_newest bigint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE followed_campaign DROP COLUMN seen_reached, DROP COLUMN seen_newest',
    );
  }
}
