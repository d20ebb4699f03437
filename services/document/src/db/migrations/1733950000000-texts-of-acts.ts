import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which text a document had when an act was done: the save of a note, the reading of a file. What was written later is given to
 * nobody when the act is taken back. Entries of the release before are without it.
 */
export class TextsOfActs1733950000000 implements MigrationInterface {
  readonly name = 'TextsOfActs1733950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_entry ADD COLUMN text_version int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_entry DROP COLUMN text_version');
  }
}
