import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is in a file, as the browser said that sent it. The release before leaves it empty. */
export class ContentFingerprints1732700000000 implements MigrationInterface {
  readonly name = 'ContentFingerprints1732700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['pending_upload', 'document', 'trashed_document'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN content_fingerprint text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['pending_upload', 'document', 'trashed_document'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN content_fingerprint`);
  }
}
