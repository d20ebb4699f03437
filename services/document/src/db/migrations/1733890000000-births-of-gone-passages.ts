import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when passages that went had been there, so that they count among what players knew then. */
export class BirthsOfGonePassages1733890000000 implements MigrationInterface {
  readonly name = 'BirthsOfGonePassages1733890000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE passage_gone ADD COLUMN born_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE passage_gone DROP COLUMN born_at');
  }
}
