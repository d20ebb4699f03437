import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A document belongs to its campaign: when the account of whoever uploaded it is deleted, it stays and forgets them. */
export class DocumentsOutliveUploaders1732900000000 implements MigrationInterface {
  readonly name = 'DocumentsOutliveUploaders1732900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['document', 'trashed_document'])
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN uploader DROP NOT NULL`);
  }

  /** Nobody has the id of zeros. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['document', 'trashed_document']) {
      await runner.query(
        `UPDATE ${table} SET uploader = '00000000-0000-0000-0000-000000000000' WHERE uploader IS NULL`,
      );
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN uploader SET NOT NULL`);
    }
  }
}
