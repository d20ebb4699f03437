import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = (included: string) =>
  `CREATE INDEX passage_of_document ON passage (document_id, position) INCLUDE (${included})`;

/** Since when passages are there stands in the index by which documents are read: what players knew is counted without their words. */
export class BirthsWithPassages1733900000000 implements MigrationInterface {
  readonly name = 'BirthsWithPassages1733900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_of_document');
    await runner.query(index('id, page, audience_class, born_at'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_of_document');
    await runner.query(index('id, page, audience_class'));
  }
}
