import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each reader of a handout calls it: a row for all players together, under the party's class, and one for each membership that was told
 * another title. They outlive that somebody sees nothing of it any longer: what comes back has the name that it had. The release before
 * knows one title for all.
 */
export class TitlesOfReaders1733920000000 implements MigrationInterface {
  readonly name = 'TitlesOfReaders1733920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reader_title (
        document_id uuid NOT NULL,
        reader uuid NOT NULL,
        campaign_id uuid NOT NULL,
        title text NOT NULL,
        PRIMARY KEY (document_id, reader)
      )`);
    await runner.query('CREATE INDEX reader_title_of_campaign ON reader_title (campaign_id)');
    await runner.query(`
      INSERT INTO reader_title (document_id, reader, campaign_id, title)
      SELECT document_id, '00000000-0000-4000-8000-000000000002', campaign_id, public_title FROM handout`);
    await runner.query('ALTER TABLE handout_title ADD COLUMN titles_before jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE handout_title DROP COLUMN titles_before');
    await runner.query('DROP TABLE reader_title');
  }
}
