import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_BE_TAKEN_BACK } from '../ledger/can-take-back';
import { BEGINNING, byTheirs, type PassageBeginning } from './passage-beginnings';

// What GMs are told of passages by the ledger: hidden ones too. Lint lists who may import this.

/** The first of the passages that each of these entries of the ledger names and that are there still, by entry. */
export async function firstOfEntries(
  db: SqlReader,
  entries: readonly string[],
): Promise<Map<string, PassageBeginning[]>> {
  if (entries.length === 0) return new Map();
  const rows = await db.query<PassageBeginning & { of: string }>(
    `SELECT e.id AS of, f.id, f.text
       FROM unnest($1::uuid[]) AS e (id)
      CROSS JOIN LATERAL (
        SELECT p.id, p.position, ${BEGINNING}
          FROM ledger_passage l JOIN passage p ON p.id = l.passage_id
         WHERE l.entry_id = e.id ORDER BY p.position, p.id LIMIT ${AUDIENCE_LIMITS.ledgerWords}) f
      ORDER BY e.id, f.position, f.id`,
    [entries],
  );
  return byTheirs(rows);
}

/** Those of some entries of the ledger of which something can be taken back. */
export async function takeableActs(
  db: SqlReader,
  entries: readonly string[],
): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `SELECT e.id FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.id = ANY ($1::uuid[]) AND ${CAN_BE_TAKEN_BACK}`,
    [entries],
  );
  return new Set(rows.map(({ id }) => id));
}
