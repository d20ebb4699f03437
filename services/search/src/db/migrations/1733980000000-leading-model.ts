import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each model, or build of one, was last the newest that reads: while a roll is under way there are two of them. */
export class LeadingModel1733980000000 implements MigrationInterface {
  readonly name = 'LeadingModel1733980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE leading_model (model text PRIMARY KEY, led_at timestamptz NOT NULL DEFAULT clock_timestamp())',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE leading_model');
  }
}
