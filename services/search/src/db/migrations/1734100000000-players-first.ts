import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far the changes of text that players ever saw are applied, ahead of `reached`; and the newest change that may be among them, by
 * which rows are recognized that were read before it.
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
