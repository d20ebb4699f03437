import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';

/** Whether passage `p` stands as entry `e` of the ledger has left it, by its row `l`: nothing else has changed who sees it since. */
export const STANDS = `(
  p.audience_class IS NOT DISTINCT FROM l.class_after
  AND NOT EXISTS (SELECT 1 FROM ledger_passage t JOIN ledger_entry s ON s.id = t.entry_id
                   WHERE t.passage_id = l.passage_id AND s.number > e.number))`;

/** Whether passage `p` was written after entry `e` of the ledger. */
export const WRITTEN_SINCE = 'p.version > e.text_version';

/**
 * Whether somebody would see a passage again by taking back entry `e` of document `d`, by its row `l`, where its classes before and
 * after are `b` and `a`. Going with its document is more than being for GMs alone: that may be revealed.
 */
export const TAKING_BACK_WIDENS = `(CASE
  WHEN l.class_before = '${GM_CLASS}' THEN false
  WHEN e.audience_class IS NULL OR l.class_after = '${GM_CLASS}' THEN true
  WHEN l.class_after IS NULL THEN d.is_spoilers
  WHEN l.class_after = '${PARTY_CLASS}' THEN false
  WHEN l.class_before IS NULL THEN NOT d.is_spoilers
  WHEN l.class_before = '${PARTY_CLASS}' THEN true
  ELSE NOT coalesce(b.memberships <@ a.memberships, false)
END)`;

/** Whether some passage stands as entry `e` has left it. */
export const SOME_STAND = `EXISTS (
  SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id WHERE l.entry_id = e.id AND ${STANDS})`;
