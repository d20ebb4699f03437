import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE } from '@tomekeeper/visibility';
import { IS_NOTE } from '../model/note-key';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { BEGINNING, byTheirs, type PassageBeginning } from './passage-excerpts';

// Current visibility, by the rule that applies to reading.

/** A document that a player sees. */
export interface VisibleNow {
  document: string;
  passages: number;
  /** Whether all of its text is theirs; of a note that is all that there is. */
  all_text: boolean;
  is_note: boolean;
}

/** How much a player sees of each of some documents. */
export function visibleNow(
  db: SqlReader,
  scope: Scope,
  documents: readonly string[],
): Promise<VisibleNow[]> {
  return db.query<VisibleNow>(
    `SELECT d.id AS document, coalesce(sum(p.n) FILTER (WHERE ${CAN_SEE_PASSAGE}), 0)::int AS passages,
            NOT d.is_spoilers AND count(p.n) = count(p.n) FILTER (WHERE ${CAN_SEE_PASSAGE}) AS all_text, ${IS_NOTE} AS is_note
       FROM document d LEFT JOIN passage_count p ON p.document_id = d.id
      WHERE d.id = ANY ($4::uuid[]) GROUP BY d.id`,
    [...viewerParameters(scope), documents],
  );
}

/** The first passages that a player sees of each of some documents. */
export async function firstVisibleNow(
  db: SqlReader,
  scope: Scope,
  documents: readonly string[],
): Promise<Map<string, PassageBeginning[]>> {
  const rows = await db.query<PassageBeginning & { of: string }>(
    `SELECT d.id AS of, p.id, ${BEGINNING}
       FROM document d
      CROSS JOIN LATERAL (
         SELECT p.id FROM passage p WHERE p.document_id = d.id AND ${CAN_SEE_PASSAGE}
          ORDER BY p.position LIMIT ${AUDIENCE_LIMITS.ledgerWords}) f
       JOIN passage p ON p.id = f.id
      WHERE d.id = ANY ($4::uuid[]) ORDER BY d.id, p.position, p.id`,
    [...viewerParameters(scope), documents],
  );
  return byTheirs(rows);
}
