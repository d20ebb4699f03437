import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Earlier versions of documents' files. They stand in a table of their own, so that no question about documents can find
 * one, by the release before neither. There is no reference to a document: its row moves between two tables.
 */
export class DocumentVersions1733200000000 implements MigrationInterface {
  readonly name = 'DocumentVersions1733200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document_version (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        uploader uuid,
        original_filename text NOT NULL,
        s3_key text NOT NULL UNIQUE,
        content_type text NOT NULL,
        size bigint NOT NULL,
        content_fingerprint text,
        replaced_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(
      'CREATE INDEX document_version_of_document ON document_version (document_id, replaced_at DESC)',
    );
    await runner.query(
      'CREATE INDEX document_version_of_campaign ON document_version (campaign_id)',
    );
    await runner.query(
      'CREATE INDEX document_version_of_uploader ON document_version (uploader) WHERE uploader IS NOT NULL',
    );
    await runner.query('CREATE INDEX document_version_age ON document_version (replaced_at)');
    await allowActs(runner, [...ACTS_BEFORE, 'replace']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO object_removal (s3_key, again_at) SELECT s3_key, now() FROM document_version
       ON CONFLICT DO NOTHING`,
    );
    await runner.query('DROP TABLE document_version');
    await runner.query(`UPDATE ledger_entry SET act = 'noticed' WHERE act = 'replace'`);
    await allowActs(runner, ACTS_BEFORE);
  }
}

const ACTS_BEFORE = ['opening', 'upload', 'reveal', 'hide', 'delete', 'restore', 'noticed'];

async function allowActs(runner: QueryRunner, acts: readonly string[]): Promise<void> {
  const names = acts.map((act) => `'${act}'`).join(', ');
  await runner.query('ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_act_check');
  // Every row obeys it already; looking at each would keep the table locked for as long.
  await runner.query(
    `ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_act_check CHECK (act IN (${names})) NOT VALID`,
  );
}
