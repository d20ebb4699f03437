import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Under which title players saw a document last, of what is hidden now: who takes that back gives them this one again, and no other
 * unasked. Of what the release before hides it is missing or older, so that it is asked for. And by which key of its writer a note was
 * made, so that the same call makes it once.
 */
export class TitlesGiven1733960000000 implements MigrationInterface {
  readonly name = 'TitlesGiven1733960000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE document ADD COLUMN shown_title text');
    await runner.query('ALTER TABLE note ADD COLUMN creation_key uuid, ADD COLUMN created_by uuid');
    await runner.query(
      'CREATE UNIQUE INDEX note_creation ON note (campaign_id, created_by, creation_key)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE note DROP COLUMN creation_key, DROP COLUMN created_by');
    await runner.query('ALTER TABLE document DROP COLUMN shown_title');
  }
}
