import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions of notes: which passages a note had after which of its saves (`number`), in which order. Words that stand still are
 * in `passage`; those that were replaced or went are in `passage_past`, from the save that wrote them to the one that took them
 * away, and only where a version has them.
 */
export class NoteVersions1733830000000 implements MigrationInterface {
  readonly name = 'NoteVersions1733830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE note_version (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        number int NOT NULL,
        saves int[] NOT NULL,
        is_open boolean NOT NULL,
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        saved_by uuid,
        followed_at timestamptz,
        title text NOT NULL,
        passages uuid[] NOT NULL,
        UNIQUE (document_id, number)
      )`);
    await runner.query('CREATE INDEX note_version_of_campaign ON note_version (campaign_id)');
    await runner.query(
      'CREATE INDEX note_version_followed ON note_version (followed_at) WHERE followed_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX note_version_saved_by ON note_version (saved_by) WHERE saved_by IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE passage_past (
        document_id uuid NOT NULL,
        passage_id uuid NOT NULL,
        since int NOT NULL,
        until int NOT NULL,
        campaign_id uuid NOT NULL,
        kind text NOT NULL,
        depth smallint NOT NULL,
        level smallint,
        text text NOT NULL,
        content jsonb NOT NULL,
        audience_class uuid,
        was_spoilers boolean NOT NULL,
        PRIMARY KEY (document_id, passage_id, since)
      )`);
    await runner.query('CREATE INDEX passage_past_of_campaign ON passage_past (campaign_id)');
    await runner.query(
      `INSERT INTO note_version (document_id, campaign_id, number, saves, is_open, began_at, saved_at, saved_by, title, passages)
       SELECT n.document_id, n.campaign_id, n.version, '{}', false, n.saved_at, n.saved_at, n.saved_by, d.original_filename,
              coalesce((SELECT array_agg(p.id ORDER BY p.position, p.id) FROM passage p
                         WHERE p.document_id = n.document_id), '{}')
         FROM note n JOIN (SELECT id, original_filename FROM document
                           UNION ALL SELECT id, original_filename FROM trashed_document) d ON d.id = n.document_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passage_past');
    await runner.query('DROP TABLE note_version');
  }
}
