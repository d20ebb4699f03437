import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People of a managed pool who had themselves deleted, while tokens of theirs may still be about. */
export class CreateErasedPeople1732400000000 implements MigrationInterface {
  readonly name = 'CreateErasedPeople1732400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased_person (
        id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now(),
        until timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_person');
  }
}
