import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Small pictures made of uploaded ones. `pictured_key` says which object of a document was looked at for that: an index finds
 * all others, those that the release before uploads or brings back from the trash too.
 */
export class Pictures1732800000000 implements MigrationInterface {
  readonly name = 'Pictures1732800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE document ADD COLUMN pictured_key text');
    await runner.query(
      `CREATE INDEX document_not_pictured ON document (id) WHERE pictured_key IS DISTINCT FROM s3_key`,
    );
    await runner.query(`
      CREATE TABLE picture (
        source_key text PRIMARY KEY,
        campaign_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'refused', 'failed')),
        picture_key text UNIQUE,
        source_etag text,
        tries int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        looked_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      `CREATE INDEX picture_waiting ON picture (campaign_id, due_at) WHERE state = 'waiting'`,
    );
    await runner.query('CREATE INDEX picture_looked_at ON picture (looked_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE picture');
    await runner.query('DROP INDEX document_not_pictured');
    await runner.query('ALTER TABLE document DROP COLUMN pictured_key');
  }
}
