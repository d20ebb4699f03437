import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has looked at which campaign: there, and nowhere else, others see that they are here. */
export class CreateLooks1732800000000 implements MigrationInterface {
  readonly name = 'CreateLooks1732800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE look (
        person_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        looked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (person_id, campaign_id)
      )`);
    await runner.query('CREATE INDEX look_looked_at ON look (looked_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE look');
  }
}
