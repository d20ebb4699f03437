import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';

/** A query that must return no rows, and the meaning of a row. */
type Check = { readonly what: string; readonly rows: string };

const GM = `'${GM_CLASS}'`;
const PARTY = `'${PARTY_CLASS}'`;

/** Tables other than `passage` that contain a document and campaign. */
const BESIDE = [
  'note',
  'note_version',
  'passage_past',
  'passage_link',
  'former_title',
  'passage_words',
  'ledger_passage',
  'handout',
  'handout_reader',
  'handout_title',
  'reader_title',
];

const ofAll = (column: string): string =>
  BESIDE.map((table) => `SELECT ${column} FROM document.${table}`).join(' UNION ');

/** Data that an audience change or a save writes to several tables, all or nothing. */
const CHECKS: readonly Check[] = [
  {
    what: 'passages that are for others than the ledger says',
    rows: `document.passage p WHERE p.audience_class IS DISTINCT FROM (
             SELECT l.class_after FROM document.ledger_passage l JOIN document.ledger_entry e ON e.id = l.entry_id
              WHERE l.passage_id = p.id ORDER BY e.number DESC LIMIT 1)`,
  },
  {
    what: 'entries of the ledger about passages that name none',
    rows: `document.ledger_entry e WHERE e.audience_class IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM document.ledger_passage l WHERE l.entry_id = e.id)
             AND NOT EXISTS (SELECT 1 FROM document.handout_title t WHERE t.entry_id = e.id)`,
  },
  {
    what: 'passages of entries that the ledger does not hold',
    rows: `(SELECT entry_id FROM document.ledger_passage UNION SELECT entry_id FROM document.handout_title) o
            WHERE entry_id NOT IN (SELECT id FROM document.ledger_entry)`,
  },
  {
    what: 'passages for a circle of players that is not there',
    rows: `document.passage p WHERE p.audience_class NOT IN (${GM}, ${PARTY})
             AND p.audience_class NOT IN (SELECT id FROM document.audience_class)`,
  },
  {
    what: 'spoilers whose audience differs from that of their passages',
    rows: `document.document d CROSS JOIN LATERAL (
             SELECT ARRAY(SELECT reader FROM document.handout_reader WHERE document_id = d.id ORDER BY 1) AS told,
                    ARRAY(SELECT DISTINCT unnest(CASE WHEN p.audience_class = ${PARTY} THEN ARRAY[${PARTY}::uuid]
                                                      ELSE c.memberships END)
                            FROM document.passage p LEFT JOIN document.audience_class c ON c.id = p.audience_class
                           WHERE p.document_id = d.id ORDER BY 1) AS seeing) r
            WHERE d.is_spoilers AND NOT (r.told @> r.seeing AND (r.seeing @> r.told OR ${PARTY} = ANY (r.seeing)))`,
  },
  {
    what: 'spoilers that a player sees without a title',
    rows: `document.handout_reader r JOIN document.document d ON d.id = r.document_id
            WHERE d.is_spoilers AND NOT EXISTS (SELECT 1 FROM document.handout h WHERE h.document_id = d.id)`,
  },
  {
    what: 'notes whose newest version is not their text',
    rows: `document.note n JOIN document.note_version v USING (document_id)
            WHERE v.number = (SELECT max(number) FROM document.note_version WHERE document_id = n.document_id)
              AND (v.number <> n.version OR v.passages <> ARRAY(
                     SELECT id FROM document.passage WHERE document_id = n.document_id ORDER BY position, id))`,
  },
  {
    what: 'sources of recaps whose change was not applied to their sentences',
    rows: 'document.recap_source r WHERE r.is_due',
  },
  {
    what: 'notes without a version',
    rows: `document.note n WHERE NOT EXISTS (
             SELECT 1 FROM document.note_version v WHERE v.document_id = n.document_id)`,
  },
  {
    what: 'passages of versions whose words are nowhere',
    rows: `document.note_version v, unnest(v.passages) AS one WHERE NOT EXISTS (
             SELECT 1 FROM document.passage p WHERE p.id = one AND p.version <= v.number)
             AND NOT EXISTS (SELECT 1 FROM document.passage_past w
                              WHERE w.document_id = v.document_id AND w.passage_id = one
                                AND w.since <= v.number AND w.until > v.number)`,
  },
  {
    what: 'passages without search terms',
    rows: `document.passage p WHERE NOT EXISTS (
             SELECT 1 FROM document.passage_words w WHERE w.passage_id = p.id)`,
  },
  {
    what: 'words and links of passages that are not there',
    rows: `(SELECT passage_id FROM document.passage_words UNION SELECT passage_id FROM document.passage_link) o
            WHERE passage_id NOT IN (SELECT id FROM document.passage)`,
  },
  {
    what: 'notes, audiences and titles of documents that are not there',
    rows: `(${ofAll('document_id')}) o
            WHERE document_id NOT IN (SELECT id FROM document.document
                                      UNION ALL SELECT id FROM document.trashed_document)`,
  },
  {
    what: 'notes, audiences and titles of deleted campaigns',
    rows: `(${ofAll('campaign_id')}) o WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)`,
  },
];

/** Finds partially applied changes and saves. */
export async function halfActs(product: {
  query<Row extends object>(sql: string): Promise<Row[]>;
}): Promise<string[]> {
  const found = await product.query<{ what: string; n: number }>(
    CHECKS.map(
      ({ what, rows }) => `SELECT '${what}' AS what, count(*)::int AS n FROM ${rows}`,
    ).join('\nUNION ALL\n'),
  );
  return found.filter(({ n }) => n > 0).map(({ what, n }) => `${what}: ${n}`);
}
