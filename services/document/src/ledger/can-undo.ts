import { SOME_STAND } from '../passages/audiences/undo-conditions';

// Which acts of the ledger can be taken back: what GMs are told of each, and what taking it back goes by.

/** Acts that are ever taken back. */
export const TAKEABLE = "e.act IN ('reveal', 'hide')";

/** Whether entry `e` is about a document as a whole; one about passages names the class that they were given. */
export const IS_OF_DOCUMENT = 'e.audience_class IS NULL';

/** Whether entry `e`, of document `d` as a whole, is the last that says who sees it. */
export const IS_LAST_OF_DOCUMENT = `(
  d.is_spoilers = (e.audience = 'gm') AND NOT EXISTS (
    SELECT 1 FROM ledger_entry f
     WHERE f.document_id = e.document_id AND f.number > e.number AND f.audience_class IS NULL))`;

/** Whether entry `e`, of spoiler `d`, gave it a title for players and did nothing else, and that is the last one that was given. */
export const IS_LAST_TITLE = `(
  d.is_spoilers AND EXISTS (SELECT 1 FROM handout_title t WHERE t.entry_id = e.id)
  AND NOT EXISTS (SELECT 1 FROM ledger_passage l WHERE l.entry_id = e.id)
  AND NOT EXISTS (
    SELECT 1 FROM handout_title o JOIN ledger_entry s ON s.id = o.entry_id
     WHERE o.document_id = e.document_id AND s.number > e.number))`;

/** Whether something of entry `e`, of document `d` that is there, can be taken back. */
export const CAN_BE_TAKEN_BACK = `(
  ${TAKEABLE} AND CASE WHEN ${IS_OF_DOCUMENT} THEN ${IS_LAST_OF_DOCUMENT} ELSE ${SOME_STAND} OR ${IS_LAST_TITLE} END)`;
