import type { MigrationInterface, QueryRunner } from 'typeorm';

/** That an account was deleted, and when: enough to answer for it, and nothing of whose it was. */
export class CreateErasureRecords1732100000000 implements MigrationInterface {
  readonly name = 'CreateErasureRecords1732100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erasure_record (
        reference uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erasure_record');
  }
}
