import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the language model was asked, as far as it is counted: a row lives for a day, and goes with its campaign. */
export class CountModelUse1733910000000 implements MigrationInterface {
  readonly name = 'CountModelUse1733910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE model_use (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        campaign_id uuid NOT NULL REFERENCES followed_campaign ON DELETE CASCADE,
        person_id uuid NOT NULL,
        tokens integer NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX model_use_asked ON model_use (asked_at)');
    await runner.query('CREATE INDEX model_use_of_person ON model_use (person_id, asked_at)');
    await runner.query('CREATE INDEX model_use_of_campaign ON model_use (campaign_id, asked_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_use');
  }
}
