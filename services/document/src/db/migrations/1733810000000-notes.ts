import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes: documents without a file. Their rows stand among documents, where the release before takes them for files that
 * hold no text, and their words among passages. `version` of a passage is the save of its note that wrote it last. Of passages
 * that went it is kept where they stood and for whom they were, so that what comes back is for no more people.
 */
export class Notes1733810000000 implements MigrationInterface {
  readonly name = 'Notes1733810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE passage ADD COLUMN version int NOT NULL DEFAULT 1');
    await runner.query(`
      ALTER TABLE passage_gone ADD COLUMN position int, ADD COLUMN audience_class uuid, ADD COLUMN was_spoilers boolean`);
    await runner.query(`
      CREATE TABLE note (
        document_id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        version int NOT NULL DEFAULT 1,
        saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        saved_by uuid
      )`);
    await runner.query('CREATE INDEX note_of_campaign ON note (campaign_id)');
    await runner.query('CREATE INDEX note_saved_by ON note (saved_by) WHERE saved_by IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE note');
    await runner.query(
      'ALTER TABLE passage_gone DROP COLUMN position, DROP COLUMN audience_class, DROP COLUMN was_spoilers',
    );
    await runner.query('ALTER TABLE passage DROP COLUMN version');
  }
}
