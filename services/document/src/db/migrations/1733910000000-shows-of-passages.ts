import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which passages of a document are shown, where it is not all of it, and the entry of the ledger by which they were revealed for that. */
export class ShowsOfPassages1733910000000 implements MigrationInterface {
  readonly name = 'ShowsOfPassages1733910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE show ADD COLUMN passages uuid[], ADD COLUMN entry_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE show DROP COLUMN passages, DROP COLUMN entry_id');
  }
}
