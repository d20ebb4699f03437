import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pictures that stand in texts, as they are kept: made anew from what the file holds, and named by passages
 * (`content.image`). `made_of` is the hash of that, so that a text that is read anew keeps them. Players get those that were
 * written in the present showing of the document (`fresh_at`).
 */
export class PassageImages1733600000000 implements MigrationInterface {
  readonly name = 'PassageImages1733600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passage_image (
        id uuid PRIMARY KEY,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        s3_key text NOT NULL UNIQUE,
        width int NOT NULL,
        height int NOT NULL,
        bytes int NOT NULL,
        made_of text NOT NULL,
        fresh_at timestamptz NOT NULL,
        looked_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX passage_image_of_document ON passage_image (document_id)');
    await runner.query('CREATE INDEX passage_image_of_campaign ON passage_image (campaign_id)');
    await runner.query('CREATE INDEX passage_image_looked_at ON passage_image (looked_at)');
    await runner.query(
      `CREATE INDEX passage_with_image ON passage (document_id) WHERE kind = 'image'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_with_image');
    await runner.query(
      `INSERT INTO object_removal (s3_key, again_at) SELECT s3_key, now() FROM passage_image
       ON CONFLICT DO NOTHING`,
    );
    await runner.query('DROP TABLE passage_image');
  }
}
