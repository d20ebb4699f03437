import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents, uploads under way, and what is still to be removed from the object store. */
export class CreateDocuments1732000000000 implements MigrationInterface {
  readonly name = 'CreateDocuments1732000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document (
        id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        uploader uuid NOT NULL,
        original_filename text NOT NULL,
        s3_key text NOT NULL UNIQUE,
        content_type text NOT NULL,
        size bigint NOT NULL,
        is_spoilers boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(
      'CREATE INDEX document_of_campaign ON document (campaign_id, created_at DESC, id DESC)',
    );
    // Players are served from an index that holds no spoiler: their number does not even show in time.
    await runner.query(
      `CREATE INDEX document_public ON document (campaign_id, created_at DESC, id DESC)
        WHERE NOT is_spoilers`,
    );
    await runner.query('CREATE INDEX document_of_uploader ON document (uploader)');
    await runner.query(`
      CREATE TABLE pending_upload (
        s3_key text PRIMARY KEY,
        campaign_id uuid NOT NULL,
        uploader uuid NOT NULL,
        file_name text NOT NULL,
        content_type text NOT NULL,
        size bigint,
        is_spoilers boolean NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX pending_upload_of_campaign ON pending_upload (campaign_id)');
    await runner.query('CREATE INDEX pending_upload_of_uploader ON pending_upload (uploader)');
    await runner.query('CREATE INDEX pending_upload_age ON pending_upload (created_at)');
    await runner.query(`
      CREATE TABLE object_removal (
        s3_key text PRIMARY KEY,
        due_at timestamptz NOT NULL DEFAULT now(),
        again_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX object_removal_due ON object_removal (due_at)');
    await runner.query(`
      CREATE TABLE gone_campaign (
        campaign_id uuid PRIMARY KEY,
        gone_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['gone_campaign', 'object_removal', 'pending_upload', 'document'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
