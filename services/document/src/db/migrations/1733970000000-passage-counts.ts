import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a statement has changed of the counts: rows by document, block and class, each with how many came or went. */
const changed = (rows: string) =>
  `SELECT document_id, passage_block(position) AS begins, audience_class, sum(n)::int AS n FROM (${rows}) r
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3`;
const CAME = 'SELECT document_id, position, audience_class, 1 AS n FROM came';
const WENT = 'SELECT document_id, position, audience_class, -1 AS n FROM went';
const add = (rows: string) => `
  INSERT INTO passage_count AS c (document_id, begins, audience_class, n) ${changed(rows)}
  ON CONFLICT (document_id, begins, audience_class) DO UPDATE SET n = c.n + excluded.n;`;
const CLEAR = `
  IF FOUND THEN
    DELETE FROM passage_count WHERE n = 0 AND document_id IN (SELECT DISTINCT document_id FROM went);
  END IF;`;

/**
 * How many passages of each class a document has, in blocks of its text, so that what a reader sees is counted without reading it.
 * Triggers keep them: nobody who writes passages can forget it, the release before included. A block holds 512 places, of which a
 * text of a file has one for each passage and a note, numbered in wide steps, one for every 65,536 numbers. Headings are found by
 * their level in the index by which a text is read.
 */
export class PassageCounts1733970000000 implements MigrationInterface {
  readonly name = 'PassageCounts1733970000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION passage_block(place int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN place >= 1048576 THEN greatest(1048576, place & -33554432) ELSE place & -512 END`);
    await runner.query(`
      CREATE TABLE passage_count (
        document_id uuid NOT NULL,
        begins int NOT NULL,
        audience_class uuid,
        n int NOT NULL,
        UNIQUE NULLS NOT DISTINCT (document_id, begins, audience_class)
      ) WITH (fillfactor = 70)`);
    await runner.query(`
      CREATE FUNCTION count_passages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN ${add(CAME)}
          WHEN 'UPDATE' THEN ${add(`${CAME} UNION ALL ${WENT}`)} ${CLEAR}
          WHEN 'DELETE' THEN ${add(WENT)} ${CLEAR}
        END CASE;
        RETURN NULL;
      END $$`);
    for (const [event, rows] of [
      ['INSERT', 'NEW TABLE AS came'],
      ['UPDATE', 'OLD TABLE AS went NEW TABLE AS came'],
      ['DELETE', 'OLD TABLE AS went'],
    ] as const)
      await runner.query(`
        CREATE TRIGGER passage_counted_at_${event.toLowerCase()} AFTER ${event} ON passage
        REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION count_passages()`);
    // From here on who writes passages waits for this migration's end, so what is counted now is whole.
    await runner.query(`
      INSERT INTO passage_count (document_id, begins, audience_class, n)
      SELECT document_id, passage_block(position), audience_class, count(*) FROM passage GROUP BY 1, 2, 3`);
    await runner.query(
      'CREATE INDEX passage_in_order ON passage (document_id, position) INCLUDE (id, page, audience_class, born_at, level)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passage_in_order');
    for (const event of ['insert', 'update', 'delete'])
      await runner.query(`DROP TRIGGER passage_counted_at_${event} ON passage`);
    await runner.query('DROP FUNCTION count_passages');
    await runner.query('DROP TABLE passage_count');
    await runner.query('DROP FUNCTION passage_block');
  }
}
