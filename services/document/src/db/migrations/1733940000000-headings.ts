import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The headings of a document are found without reading all of its text. */
export class Headings1733940000000 implements MigrationInterface {
  readonly name = 'Headings1733940000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX passage_heading ON passage (document_id) WHERE kind = 'heading'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_heading');
  }
}
