import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the passages that links within a file lead to: few of a text are named. */
export class PassagesWithNames1733550000000 implements MigrationInterface {
  readonly name = 'PassagesWithNames1733550000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX passage_with_names ON passage (document_id) WHERE content ? 'anchors'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_with_names');
  }
}
