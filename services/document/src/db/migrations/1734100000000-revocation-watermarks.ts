import type { MigrationInterface, QueryRunner } from 'typeorm';

const GM_CLASS = '00000000-0000-4000-8000-000000000001';

/** Whether players see a passage of a class: one without a class inherits the audience of its document. */
const isSeen = (row: 'OLD' | 'NEW') => `(CASE
  WHEN ${row}.audience_class IS NULL
    THEN EXISTS (SELECT 1 FROM document d WHERE d.id = ${row}.document_id AND NOT d.is_spoilers)
  ELSE ${row}.audience_class <> '${GM_CLASS}' END)`;

/** The feed contains only the last state of a document: a Hide and a Reveal between two reads must not mask a passage change between them. */
const WAS_HIDDEN_SINCE_BIRTH = `(OLD.audience_class IS NULL AND EXISTS (
  SELECT 1 FROM ledger_entry e
   WHERE e.document_id = OLD.document_id AND e.audience = 'gm' AND e.audience_class IS NULL
     AND e.act NOT IN ('upload', 'replace', 'write') AND e.at >= OLD.born_at))`;

/**
 * A revocation watermark per set of players that lost something, instead of one per class: a change that takes a passage from some
 * readers of a class must not be noticeable to its other readers.
 *
 * `was_seen` marks passages that players could ever see, so that the search index can apply revocations for players
 * without reading text that only GMs saw. The trigger keeps the column, so no writer can forget it.
 */
export class RevocationWatermarks1734100000000 implements MigrationInterface {
  readonly name = 'RevocationWatermarks1734100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revocation (
        campaign_id uuid NOT NULL,
        is_all_but boolean NOT NULL,
        memberships uuid[] NOT NULL,
        number bigint NOT NULL,
        PRIMARY KEY (campaign_id, is_all_but, memberships)
      )`);
    await runner.query(`
      INSERT INTO revocation (campaign_id, is_all_but, memberships, number)
      SELECT campaign_id, true, '{}', restricted_party FROM campaign_feed WHERE restricted_party > 0
      UNION ALL
      SELECT campaign_id, false, memberships, restricted_number FROM audience_class WHERE restricted_number > 0`);
    await runner.query('ALTER TABLE campaign_feed DROP COLUMN restricted_party');
    await runner.query('ALTER TABLE audience_class DROP COLUMN restricted_number');
    for (const table of ['passage', 'passage_gone'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN was_seen boolean NOT NULL DEFAULT true`);
    await runner.query('ALTER TABLE passage ALTER COLUMN was_seen SET DEFAULT false');
    await runner.query(`
      CREATE FUNCTION note_seen_passage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          NEW.was_seen := OLD.was_seen OR ${isSeen('OLD')} OR ${isSeen('NEW')} OR ${WAS_HIDDEN_SINCE_BIRTH};
        ELSE
          NEW.was_seen := NEW.was_seen OR ${isSeen('NEW')};
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER passage_seen BEFORE INSERT OR UPDATE ON passage
      FOR EACH ROW EXECUTE FUNCTION note_seen_passage()`);
    await runner.query(
      'CREATE INDEX passage_once_seen ON passage (campaign_id, number, id) WHERE was_seen',
    );
    await runner.query(
      'CREATE INDEX passage_gone_once_seen ON passage_gone (campaign_id, number, passage_id) WHERE was_seen',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER passage_seen ON passage');
    await runner.query('DROP FUNCTION note_seen_passage');
    for (const table of ['passage', 'passage_gone'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN was_seen`);
    await runner.query(
      'ALTER TABLE audience_class ADD COLUMN restricted_number bigint NOT NULL DEFAULT 0',
    );
    await runner.query(
      'ALTER TABLE campaign_feed ADD COLUMN restricted_party bigint NOT NULL DEFAULT 0',
    );
    // Waiting for too much is safe, waiting for too little is not.
    await runner.query('UPDATE campaign_feed SET restricted_party = last_number');
    await runner.query('DROP TABLE revocation');
  }
}
