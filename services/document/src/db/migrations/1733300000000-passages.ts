import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The text of files: passages, who may see them, how far reading a file has come, and what changed in a campaign since when.
 * Nothing refers to a document's row: it moves between two tables. `read_key` says which object of a document was noticed for
 * reading, `text_shown_since` in which showing of the document (`shown_since`) players were given its text: an index finds
 * all others, those that the release before uploads, reveals or brings back from the trash too.
 */
export class Passages1733300000000 implements MigrationInterface {
  readonly name = 'Passages1733300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE document ADD COLUMN read_key text, ADD COLUMN text_shown_since timestamptz`,
    );
    await runner.query(
      `CREATE INDEX document_not_noticed_for_reading ON document (id) WHERE read_key IS DISTINCT FROM s3_key`,
    );
    await runner.query(
      `CREATE INDEX document_text_not_shown ON document (id)
        WHERE NOT is_spoilers AND text_shown_since IS DISTINCT FROM shown_since`,
    );
    await runner.query(`
      CREATE TABLE reading (
        document_id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        source_key text NOT NULL,
        state text NOT NULL CHECK (state IN ('waiting', 'reading', 'ready', 'no_text', 'locked', 'damaged', 'too_large', 'unsupported')),
        has_text boolean NOT NULL DEFAULT false,
        source_etag text,
        reader_version int NOT NULL,
        tries int NOT NULL DEFAULT 0,
        due_at timestamptz,
        progress smallint NOT NULL DEFAULT 0,
        pages int,
        readings int NOT NULL DEFAULT 0,
        ever_hidden boolean NOT NULL DEFAULT false,
        looked_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE INDEX reading_due ON reading (campaign_id, due_at, document_id) WHERE due_at IS NOT NULL',
    );
    await runner.query('CREATE INDEX reading_of_campaign ON reading (campaign_id)');
    await runner.query('CREATE INDEX reading_looked_at ON reading (looked_at)');
    await runner.query(
      'CREATE INDEX reading_version ON reading (reader_version) WHERE due_at IS NULL',
    );
    // Sets of chosen players. What GMs alone see, and what the party sees, are classes without a row.
    await runner.query(`
      CREATE TABLE audience_class (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        campaign_id uuid NOT NULL,
        memberships uuid[] NOT NULL,
        UNIQUE (campaign_id, memberships)
      )`);
    await runner.query(`
      CREATE TABLE passage (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        position int NOT NULL,
        kind text NOT NULL,
        depth smallint NOT NULL,
        level smallint,
        text text NOT NULL,
        folded text NOT NULL,
        content jsonb NOT NULL,
        page int,
        region float8[],
        audience_class uuid,
        source_version int NOT NULL,
        number bigint NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX passage_of_document ON passage (document_id, position) INCLUDE (id, page, audience_class)',
    );
    await runner.query(
      'CREATE INDEX passage_with_own_audience ON passage (document_id, audience_class) WHERE audience_class IS NOT NULL',
    );
    await runner.query('CREATE INDEX passage_of_campaign ON passage (campaign_id, number, id)');
    await runner.query(`
      CREATE TABLE campaign_feed (campaign_id uuid PRIMARY KEY, last_number bigint NOT NULL)`);
    await runner.query(`
      CREATE TABLE campaign_change (
        campaign_id uuid NOT NULL,
        document_id uuid NOT NULL,
        number bigint NOT NULL,
        PRIMARY KEY (campaign_id, document_id)
      )`);
    await runner.query(
      'CREATE INDEX campaign_change_number ON campaign_change (campaign_id, number)',
    );
    await runner.query(`
      CREATE TABLE passage_gone (
        passage_id uuid PRIMARY KEY,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        number bigint NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX passage_gone_of_campaign ON passage_gone (campaign_id, number, passage_id)',
    );
    await runner.query('CREATE INDEX passage_gone_of_document ON passage_gone (document_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'passage_gone',
      'campaign_change',
      'campaign_feed',
      'passage',
      'audience_class',
      'reading',
    ])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('ALTER TABLE document DROP COLUMN read_key, DROP COLUMN text_shown_since');
  }
}
