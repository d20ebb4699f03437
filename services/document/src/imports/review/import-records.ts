import { parseRecord, type SectionRecord } from '@tomekeeper/campaign-files';
import { ARCHIVE_SECTIONS, type ArchiveSection } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Records of imported archives other than documents.

/** Records of one event, numbered after its number. */
const PER_EVENT = 1000;

/** Keeps valid records: an untrusted file may control the process that sent them. */
export async function insertRecords(
  tx: Transaction,
  id: string,
  number: number,
  { section, values }: { section: ArchiveSection; values: readonly unknown[] },
): Promise<void> {
  const records = values.flatMap((value) => parseRecord(section, value) ?? []);
  await tx.query(
    `INSERT INTO import_record (import_id, section, number, record)
     SELECT $1, $2, $3 + r.nth, r.record FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS r (record, nth)`,
    [id, section, number * PER_EVENT, JSON.stringify(records)],
  );
}

/** Number of records of each section of an import that has any. */
export async function countRecords(
  db: SqlReader,
  id: string,
): Promise<{ section: ArchiveSection; count: number }[]> {
  const rows = await db.query<{ section: ArchiveSection; count: number }>(
    'SELECT section, count(*)::int AS count FROM import_record WHERE import_id = $1 GROUP BY section',
    [id],
  );
  return ARCHIVE_SECTIONS.flatMap((name) => rows.find(({ section }) => section === name) ?? []);
}

const PAGE = 1000;

/** Records of a section that the GMs import, in pages. */
export async function* recordsOf<Name extends ArchiveSection>(
  db: SqlReader,
  id: string,
  section: Name,
  { withSkipped = false } = {},
): AsyncGenerator<SectionRecord<Name>[]> {
  for (let after = 0; ;) {
    const rows = await db.query<{ number: number; record: SectionRecord<Name> }>(
      `SELECT r.number, r.record FROM import_record r JOIN import i ON i.id = r.import_id
        WHERE r.import_id = $1 AND r.section = $2 AND r.number > $3 AND ($4 OR NOT $2 = ANY (i.skipped_sections))
        ORDER BY r.number LIMIT ${PAGE}`,
      [id, section, after, withSkipped],
    );
    if (rows.length > 0) yield rows.map(({ record }) => record);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.number;
  }
}

export async function deleteRecords(
  tx: Transaction,
  { column, value }: { column: 'import_id' | 'campaign_id'; value: string },
): Promise<void> {
  await tx.query(
    column === 'import_id'
      ? 'DELETE FROM import_record WHERE import_id = $1'
      : 'DELETE FROM import_record WHERE import_id IN (SELECT id FROM import WHERE campaign_id = $1)',
    [value],
  );
}
