import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a language model may read a campaign: kept here and not with the copy of texts, which a restore makes anew. */
export class AnswersByModel1732340000000 implements MigrationInterface {
  readonly name = 'AnswersByModel1732340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE campaign ADD COLUMN answers_by_model boolean NOT NULL DEFAULT true',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign DROP COLUMN answers_by_model');
  }
}
