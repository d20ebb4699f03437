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

/** Whether passage `p` stands as entry `e` has left it, by its row `l`. */
export const STANDS = `(
  p.audience_class IS NOT DISTINCT FROM l.class_after AND NOT EXISTS (
    SELECT 1 FROM ledger_passage m JOIN ledger_entry f ON f.id = m.entry_id
     WHERE m.passage_id = l.passage_id AND f.number > e.number))`;
