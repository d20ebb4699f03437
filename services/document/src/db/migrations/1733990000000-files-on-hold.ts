import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that may hold secret markup: players get neither the file nor its text until its extraction has ended. */
export class FilesOnHold1733990000000 implements MigrationInterface {
  readonly name = 'FilesOnHold1733990000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['document', 'trashed_document'])
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN file_on_hold boolean NOT NULL DEFAULT false`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['document', 'trashed_document'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN file_on_hold`);
  }
}
