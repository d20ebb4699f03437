import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players get pictures re-encoded without metadata: one more rendition (`form`) of an uploaded file. */
export class PlayerPictures1734010000000 implements MigrationInterface {
  readonly name = 'PlayerPictures1734010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE picture DROP CONSTRAINT picture_pkey');
    await runner.query('ALTER TABLE picture ADD PRIMARY KEY (source_key, form)');
    await runner.query('ALTER TABLE picture DROP CONSTRAINT picture_form_check');
    await runner.query(
      `ALTER TABLE picture ADD CONSTRAINT picture_form_check CHECK (form IN ('thumbnail', 'cover', 'player'))`,
    );
    await runner.query('ALTER TABLE picture ADD COLUMN content_type text');
    // Files of earlier uploads get theirs as well.
    await runner.query('UPDATE document SET pictured_key = NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM picture WHERE form = 'player'`);
    await runner.query('ALTER TABLE picture DROP COLUMN content_type');
    await runner.query('ALTER TABLE picture DROP CONSTRAINT picture_form_check');
    await runner.query(
      `ALTER TABLE picture ADD CONSTRAINT picture_form_check CHECK (form IN ('thumbnail', 'cover'))`,
    );
    await runner.query('ALTER TABLE picture DROP CONSTRAINT picture_pkey');
    await runner.query('ALTER TABLE picture ADD PRIMARY KEY (source_key)');
  }
}
