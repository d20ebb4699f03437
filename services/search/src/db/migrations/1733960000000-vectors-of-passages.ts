import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What passages mean, beside them: a row for each that has words, empty until a model has read it. It goes with its passage, and so when a
 * passage gets another class or text: nothing that was made of hidden text is there for those who begin to see it.
 */
export class VectorsOfPassages1733960000000 implements MigrationInterface {
  readonly name = 'VectorsOfPassages1733960000000';

  async up(runner: QueryRunner): Promise<void> {
    // Rows that are made later have higher numbers: the newest and how many there are say which ones there are.
    await runner.query('CREATE SEQUENCE vector_made');
    for (const kind of ['player', 'gm']) {
      await runner.query(`
        CREATE TABLE ${kind}_vector (
          passage_id uuid PRIMARY KEY REFERENCES ${kind}_passage ON DELETE CASCADE,
          campaign_id uuid NOT NULL,
          class uuid NOT NULL,
          model text,
          made bigint,
          dims smallint,
          vector bytea,
          CHECK (num_nulls(model, made, dims, vector) IN (0, 4))
        )`);
      await runner.query(
        `CREATE INDEX ${kind}_vector_waiting ON ${kind}_vector (class, campaign_id) WHERE model IS NULL`,
      );
      await runner.query(
        `CREATE INDEX ${kind}_vector_made ON ${kind}_vector (campaign_id, class, model, made)`,
      );
      await runner.query(`CREATE UNIQUE INDEX ${kind}_vector_number ON ${kind}_vector (made)`);
      await runner.query(`CREATE INDEX ${kind}_vector_model ON ${kind}_vector (model)`);
      await runner.query(
        `INSERT INTO ${kind}_vector (passage_id, campaign_id, class)
         SELECT passage_id, campaign_id, class FROM ${kind}_passage WHERE length > 0`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const kind of ['player', 'gm']) await runner.query(`DROP TABLE ${kind}_vector`);
    await runner.query('DROP SEQUENCE vector_made');
  }
}
