import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What GMs put on a document, since when players see it, the ledger of reveals and hides, and the trash. A deleted
 * document moves to a table of its own: the release before, which runs beside this one for a while, knows no column
 * that would make it leave a document out.
 */
export class TrashLedgerAndTags1732600000000 implements MigrationInterface {
  readonly name = 'TrashLedgerAndTags1732600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE document
        ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
        ADD COLUMN pinned boolean NOT NULL DEFAULT false,
        ADD COLUMN updated_at timestamptz,
        ADD COLUMN shown_since timestamptz`);
    await runner.query('UPDATE document SET shown_since = created_at WHERE NOT is_spoilers');
    // Players' lists go by it; like the index that the release before uses, it holds no spoiler.
    await runner.query(
      `CREATE INDEX document_shown ON document (campaign_id, coalesce(shown_since, created_at) DESC, id DESC)
        WHERE NOT is_spoilers`,
    );
    // Nearly always empty: what the release before has revealed or hidden, which the sweep writes into the ledger.
    await runner.query(
      `CREATE INDEX document_not_in_ledger ON document (id)
        WHERE is_spoilers = (shown_since IS NOT NULL)`,
    );
    await runner.query(`
      CREATE TABLE ledger_entry (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        number bigint GENERATED ALWAYS AS IDENTITY,
        campaign_id uuid NOT NULL,
        document_id uuid NOT NULL,
        act text NOT NULL
          CHECK (act IN ('opening', 'upload', 'reveal', 'hide', 'delete', 'restore', 'noticed')),
        audience text NOT NULL CHECK (audience IN ('gm', 'party')),
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        actor uuid
      )`);
    await runner.query(
      'CREATE INDEX ledger_entry_of_campaign ON ledger_entry (campaign_id, number DESC)',
    );
    await runner.query(
      'CREATE INDEX ledger_entry_of_document ON ledger_entry (document_id, number DESC)',
    );
    await runner.query(
      'CREATE INDEX ledger_entry_of_actor ON ledger_entry (actor) WHERE actor IS NOT NULL',
    );
    await runner.query(`
      INSERT INTO ledger_entry (campaign_id, document_id, act, audience, at, actor)
      SELECT campaign_id, id, 'opening', CASE WHEN is_spoilers THEN 'gm' ELSE 'party' END, created_at, uploader
        FROM document ORDER BY created_at, id`);
    await runner.query(`
      CREATE TABLE trashed_document (
        id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        uploader uuid NOT NULL,
        original_filename text NOT NULL,
        s3_key text NOT NULL UNIQUE,
        content_type text NOT NULL,
        size bigint NOT NULL,
        is_spoilers boolean NOT NULL,
        created_at timestamptz NOT NULL,
        tags text[] NOT NULL,
        pinned boolean NOT NULL,
        updated_at timestamptz,
        deleted_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(
      'CREATE INDEX trashed_document_of_campaign ON trashed_document (campaign_id, deleted_at DESC, id DESC)',
    );
    await runner.query('CREATE INDEX trashed_document_of_uploader ON trashed_document (uploader)');
    await runner.query('CREATE INDEX trashed_document_age ON trashed_document (deleted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['trashed_document', 'ledger_entry'])
      await runner.query(`DROP TABLE ${table}`);
    for (const index of ['document_not_in_ledger', 'document_shown'])
      await runner.query(`DROP INDEX ${index}`);
    await runner.query(
      'ALTER TABLE document DROP COLUMN tags, DROP COLUMN pinned, DROP COLUMN updated_at, DROP COLUMN shown_since',
    );
  }
}
