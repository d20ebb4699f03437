import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every passage id that was ever used, with the document that it belongs to. Writers choose the ids of new passages; if only the ids of
 * living passages were rejected, the answer would say whether a passage that its reader sees no longer was hidden or deleted. Rows
 * outlive documents and campaigns for the same reason; they hold nothing but random ids.
 */
export class UsedPassageIds1734110000000 implements MigrationInterface {
  readonly name = 'UsedPassageIds1734110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE used_passage_id (id uuid PRIMARY KEY, owner uuid NOT NULL)');
    await runner.query(`
      CREATE FUNCTION note_used_passage_ids() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO used_passage_id (id, owner) SELECT id, document_id FROM came ON CONFLICT (id) DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER passage_id_used AFTER INSERT ON passage
      REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_used_passage_ids()`);
    await runner.query(`
      INSERT INTO used_passage_id (id, owner)
      SELECT id, document_id FROM passage UNION ALL SELECT passage_id, document_id FROM passage_gone
      ON CONFLICT (id) DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER passage_id_used ON passage');
    await runner.query('DROP FUNCTION note_used_passage_ids');
    await runner.query('DROP TABLE used_passage_id');
  }
}
