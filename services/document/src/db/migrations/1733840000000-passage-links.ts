import type { MigrationInterface, QueryRunner } from 'typeorm';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Links of passages to documents, beside the passages that hold them, so that those to one document are found. */
export class PassageLinks1733840000000 implements MigrationInterface {
  readonly name = 'PassageLinks1733840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passage_link (
        passage_id uuid NOT NULL,
        document_id uuid NOT NULL,
        campaign_id uuid NOT NULL,
        target_document_id uuid NOT NULL,
        target_passage_id uuid
      )`);
    await runner.query('CREATE INDEX passage_link_to ON passage_link (target_document_id)');
    await runner.query('CREATE INDEX passage_link_of ON passage_link (passage_id)');
    await runner.query('CREATE INDEX passage_link_of_document ON passage_link (document_id)');
    await runner.query('CREATE INDEX passage_link_of_campaign ON passage_link (campaign_id)');
    await runner.query(
      `INSERT INTO passage_link (passage_id, document_id, campaign_id, target_document_id, target_passage_id)
       SELECT DISTINCT p.id, p.document_id, p.campaign_id, m.ids[1]::uuid, m.ids[2]::uuid
         FROM passage p
        CROSS JOIN LATERAL jsonb_path_query(p.content, '$.**.href') AS h (href)
        CROSS JOIN LATERAL regexp_match(h.href #>> '{}', '^#d-(${ID})(?:/p-(${ID}))?$') AS m (ids)
        WHERE p.content::text LIKE '%"#d-%' AND m.ids IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passage_link');
  }
}
