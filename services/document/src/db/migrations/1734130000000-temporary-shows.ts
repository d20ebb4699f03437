import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTS = [
  ...[
    'opening',
    'upload',
    'reveal',
    'hide',
    'delete',
    'restore',
    'noticed',
    'replace',
    'take_back',
  ],
  ...['write', 'show'],
];
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/**
 * Shows without keeping, at most one per campaign. `passages` are fixed at the start, so that later text is not shown; `images` and `picture_key` are copies made for it, which the removal of unused objects deletes.
 * `fingerprint` is a hash of the visible content, to detect changes.
 */
export class TemporaryShows1734130000000 implements MigrationInterface {
  readonly name = 'TemporaryShows1734130000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE temporary_show (
        campaign_id uuid PRIMARY KEY,
        id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        document_id uuid NOT NULL,
        title text,
        recipients uuid[] NOT NULL,
        closed_by uuid[] NOT NULL DEFAULT '{}',
        passages uuid[] NOT NULL,
        versions int[] NOT NULL,
        images jsonb NOT NULL,
        picture jsonb,
        source_key text NOT NULL,
        fingerprint text,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX temporary_show_of_document ON temporary_show (document_id)');
    await runner.query(`
      ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_act_check,
        ADD CONSTRAINT ledger_entry_act_check CHECK (act IN (${list(ACTS)}))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE temporary_show');
    await runner.query(`DELETE FROM ledger_entry WHERE act = 'show'`);
    await runner.query(`
      ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_act_check,
        ADD CONSTRAINT ledger_entry_act_check CHECK (act IN (${list(ACTS.slice(0, -1))}))`);
  }
}
