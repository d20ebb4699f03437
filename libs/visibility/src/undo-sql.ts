import { GM_CLASS, PARTY_CLASS } from './audience-class';

// SQL fragments that decide which ledger entries a GM can undo. Rows: `e` ledger_entry, `l` ledger_passage of `e`, `p` passage,
// `d` document.

/** Whether passage `p` still has the audience that entry `e` gave it, and no later entry changed it. */
export const HAS_AUDIENCE_OF_ENTRY = `(
  p.audience_class IS NOT DISTINCT FROM l.class_after
  AND NOT EXISTS (SELECT 1 FROM ledger_passage t JOIN ledger_entry s ON s.id = t.entry_id
                   WHERE t.passage_id = l.passage_id AND s.number > e.number))`;

/** Whether passage `p` was edited after entry `e`. */
export const EDITED_SINCE_ENTRY = 'p.version > e.text_version';

/**
 * Whether undoing entry `e` would show a passage to more players. `b` and `a` are its audience classes before and after the
 * entry. A passage that follows its document counts as wider than a GM only passage, because the document may be revealed.
 */
export const UNDO_WIDENS = `(CASE
  WHEN l.class_before = '${GM_CLASS}' THEN false
  WHEN e.audience_class IS NULL OR l.class_after = '${GM_CLASS}' THEN true
  WHEN l.class_after IS NULL THEN d.is_spoilers
  WHEN l.class_after = '${PARTY_CLASS}' THEN false
  WHEN l.class_before IS NULL THEN NOT d.is_spoilers
  WHEN l.class_before = '${PARTY_CLASS}' THEN true
  ELSE NOT coalesce(b.memberships <@ a.memberships, false)
END)`;

/** Whether entry `e` changed the audience of a whole document; entries about passages have a class. */
export const IS_DOCUMENT_ENTRY = 'e.audience_class IS NULL';

/** Whether `e` is the latest entry about the audience of document `d` as a whole, and the document still has that audience. */
export const IS_LATEST_DOCUMENT_ENTRY = `(
  d.is_spoilers = (e.audience = 'gm') AND NOT EXISTS (
    SELECT 1 FROM ledger_entry f
     WHERE f.document_id = e.document_id AND f.number > e.number AND f.audience_class IS NULL))`;

/** Whether entry `e` only changed the title of handout `d` for players, and no later entry did. */
export const IS_LATEST_TITLE_ENTRY = `(
  d.is_spoilers AND EXISTS (SELECT 1 FROM handout_title t WHERE t.entry_id = e.id)
  AND NOT EXISTS (SELECT 1 FROM ledger_passage l WHERE l.entry_id = e.id)
  AND NOT EXISTS (
    SELECT 1 FROM handout_title o JOIN ledger_entry s ON s.id = o.entry_id
     WHERE o.document_id = e.document_id AND s.number > e.number))`;

/** Whether entry `e` has an act that supports undo. */
export const SUPPORTS_UNDO = "e.act IN ('reveal', 'hide')";

/** Whether entry `e` of the existing document `d` can be undone, at least in part. */
export const CAN_UNDO = `(
  ${SUPPORTS_UNDO} AND CASE
    WHEN ${IS_DOCUMENT_ENTRY} THEN ${IS_LATEST_DOCUMENT_ENTRY}
    ELSE ${IS_LATEST_TITLE_ENTRY} OR EXISTS (
      SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id WHERE l.entry_id = e.id AND ${HAS_AUDIENCE_OF_ENTRY})
  END)`;
