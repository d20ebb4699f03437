import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Uploads arrive under a key of their own and are copied to the document's key when they are finalized.
 * Both columns are null in rows of the release before, whose URLs are still good.
 */
export class UploadKeys1732300000000 implements MigrationInterface {
  readonly name = 'UploadKeys1732300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pending_upload ADD COLUMN upload_key text, ADD COLUMN etag text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pending_upload DROP COLUMN upload_key, DROP COLUMN etag');
  }
}
