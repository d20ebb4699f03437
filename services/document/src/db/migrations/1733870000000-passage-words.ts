import type { MigrationInterface, QueryRunner } from 'typeorm';
import { writeWords } from '../../passages/passage-words';

/** Passages of one step. */
const AT_ONCE = 1000;

interface Row {
  id: string;
  document: string;
  campaign: string;
  text: string;
}

/** Words of passages, so that the hidden ones that hold a name are found. */
export class PassageWords1733870000000 implements MigrationInterface {
  readonly name = 'PassageWords1733870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passage_words (
        passage_id uuid PRIMARY KEY,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        words text[] NOT NULL
      )`);
    const next = (after: string): Promise<Row[]> =>
      runner.query(
        `SELECT id, document_id AS document, campaign_id AS campaign, text FROM passage
          WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}`,
        [after],
      );
    const nil = '00000000-0000-0000-0000-000000000000';
    for (let rows = await next(nil); rows.length > 0; rows = await next(rows.at(-1)?.id ?? nil))
      await writeWords(runner, rows);
    await runner.query('CREATE INDEX passage_words_found ON passage_words USING gin (words)');
    for (const owner of ['document', 'campaign'])
      await runner.query(`CREATE INDEX passage_words_of_${owner} ON passage_words (${owner}_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passage_words');
  }
}
