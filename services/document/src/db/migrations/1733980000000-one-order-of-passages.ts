import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index by which texts were read before goes in a transaction of its own: it needs the table alone, which nobody gets who holds
 * it against writers, while one of these has read from it and waits.
 */
export class OneOrderOfPassages1733980000000 implements MigrationInterface {
  readonly name = 'OneOrderOfPassages1733980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS passage_of_document');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX passage_of_document ON passage (document_id, position) INCLUDE (id, page, audience_class, born_at)',
    );
  }
}
