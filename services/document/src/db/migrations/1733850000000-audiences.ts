import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTS = [
  'opening',
  'upload',
  'reveal',
  'hide',
  'delete',
  'restore',
  'noticed',
  'replace',
  'take_back',
  'write',
];
const ACTS_BEFORE = ACTS.slice(0, 8);
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/**
 * Audiences of passages. Which passages an entry of the ledger is about, and their classes before and after it, so that it can be
 * taken back; what players call a spoiler of which they see a part; and since when each of them sees something of it, by membership,
 * for all together under the party's class. Nothing refers to a document's row: it moves between two tables.
 */
export class Audiences1733850000000 implements MigrationInterface {
  readonly name = 'Audiences1733850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger_entry
        DROP CONSTRAINT ledger_entry_act_check,
        DROP CONSTRAINT ledger_entry_audience_check,
        ADD CONSTRAINT ledger_entry_act_check CHECK (act IN (${list(ACTS)})),
        ADD CONSTRAINT ledger_entry_audience_check CHECK (audience IN ('gm', 'party', 'players')),
        ADD COLUMN audience_class uuid`);
    await runner.query(`
      CREATE TABLE ledger_passage (
        entry_id uuid NOT NULL,
        passage_id uuid NOT NULL,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        class_before uuid,
        class_after uuid,
        PRIMARY KEY (entry_id, passage_id)
      )`);
    await runner.query('CREATE INDEX ledger_passage_of_passage ON ledger_passage (passage_id)');
    await runner.query('CREATE INDEX ledger_passage_of_document ON ledger_passage (document_id)');
    await runner.query('CREATE INDEX ledger_passage_of_campaign ON ledger_passage (campaign_id)');
    // Passages of before have always been there, as far as anybody knows.
    await runner.query(
      `ALTER TABLE passage ADD COLUMN born_at timestamptz NOT NULL DEFAULT '-infinity'`,
    );
    await runner.query('ALTER TABLE passage ALTER COLUMN born_at SET DEFAULT now()');
    await runner.query(`
      CREATE TABLE handout (
        document_id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        public_title text NOT NULL
      )`);
    await runner.query('CREATE INDEX handout_of_campaign ON handout (campaign_id)');
    await runner.query(`
      CREATE TABLE handout_reader (
        document_id uuid NOT NULL,
        reader uuid NOT NULL,
        campaign_id uuid NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (document_id, reader)
      )`);
    await runner.query(
      'CREATE INDEX handout_reader_of_campaign ON handout_reader (campaign_id, reader)',
    );
    await runner.query(
      'CREATE INDEX audience_class_members ON audience_class USING gin (memberships)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audience_class_members');
    for (const table of ['handout_reader', 'handout', 'ledger_passage'])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('ALTER TABLE passage DROP COLUMN born_at');
    await runner.query(`
      ALTER TABLE ledger_entry
        DROP CONSTRAINT ledger_entry_act_check,
        DROP CONSTRAINT ledger_entry_audience_check,
        ADD CONSTRAINT ledger_entry_act_check CHECK (act IN (${list(ACTS_BEFORE)})),
        ADD CONSTRAINT ledger_entry_audience_check CHECK (audience IN ('gm', 'party')),
        DROP COLUMN audience_class`);
  }
}
