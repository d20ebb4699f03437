/** Whether passage `p` stands as entry `e` of the ledger has left it, by its row `l`: nothing else has changed who sees it since. */
export const STANDS = `(
  p.audience_class IS NOT DISTINCT FROM l.class_after
  AND NOT EXISTS (SELECT 1 FROM ledger_passage t JOIN ledger_entry s ON s.id = t.entry_id
                   WHERE t.passage_id = l.passage_id AND s.number > e.number))`;

/** Whether some passage stands as entry `e` has left it. */
export const SOME_STAND = `EXISTS (
  SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id WHERE l.entry_id = e.id AND ${STANDS})`;
