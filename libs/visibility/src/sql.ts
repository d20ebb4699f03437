import { FOR_GMS_CLASS, GM_CLASS, PARTY_CLASS, TRASH_CLASS } from './audience-class';

// SQL fragments of the visibility rule. Parameters of each: $1 campaigns that the viewer manages, $2 campaigns that the viewer
// plays in, $3 memberships of the viewer.

/**
 * The classes that a player sees: the party's, and each set of chosen players with one of the memberships. PostgreSQL
 * evaluates the subquery once per statement.
 */
export const viewerClasses = (memberships: string): string => `ARRAY(
  SELECT c.id FROM audience_class c WHERE c.memberships && ${memberships}::uuid[] UNION ALL SELECT '${PARTY_CLASS}'::uuid)`;
export const VIEWER_CLASSES = viewerClasses('$3');

/** Whether a player sees a class. @param isPublic whether the document of the passage, which null follows, is Public */
export const canSeeClass = (
  audienceClass: string,
  isPublic: string,
  classes = VIEWER_CLASSES,
): string =>
  `(CASE WHEN ${audienceClass} IS NULL THEN ${isPublic} ELSE ${audienceClass} = ANY (${classes}) END)`;

/**
 * Whether the audience of a player's note `document` includes a viewer other than its author; true for all other documents. Notes for GMs
 * need FOR_GMS_CLASS among the memberships of the viewer, or the author's membership, of a GM who views as the author.
 */
export const isForViewer = (document: string): string => `(CASE ${document}.author_audience
  WHEN 'private' THEN false
  WHEN 'gms' THEN ${document}.campaign_id = ANY ($3::uuid[]) OR '${FOR_GMS_CLASS}' = ANY ($3::uuid[])
  ELSE true END)`;

const IS_CHOSEN = `p.audience_class = ANY (${VIEWER_CLASSES})`;
const FOLLOWS_DOCUMENT = 'p.audience_class IS NULL';

/**
 * Whether the viewer sees passage `p` of document `d`. Players see the text of a Public document once extraction has published it
 * (`text_shown_since`); of a Spoilers document only passages with an audience class.
 */
export const CAN_SEE_PASSAGE = `(
  d.campaign_id = ANY ($1::uuid[])
  OR d.campaign_id = ANY ($2::uuid[])
     AND ${isForViewer('d')}
     AND (d.is_spoilers OR d.text_shown_since = d.shown_since)
     AND (${IS_CHOSEN} OR NOT d.is_spoilers AND ${FOLLOWS_DOCUMENT}))`;

/**
 * The class of the players who see passage `p` of document `d`, never null: a comment keeps the class that its passage had when it was
 * written.
 */
export const CURRENT_CLASS = `(CASE
  WHEN d.is_spoilers THEN coalesce(p.audience_class, '${GM_CLASS}')
  WHEN d.text_shown_since = d.shown_since THEN coalesce(p.audience_class, '${PARTY_CLASS}')
  ELSE '${GM_CLASS}' END)`;

/**
 * Whether a viewer of the passage sees comment `c` on it, in document `d`: GMs all comments, players their own and those of classes that
 * they see.
 * @param isOwn SQL: whether the viewer is the author
 */
export const canSeeComment = (isOwn: string): string =>
  `(d.campaign_id = ANY ($1::uuid[]) OR ${isOwn} OR c.audience_class = ANY (${VIEWER_CLASSES}))`;

/** Classes that every member of a group sees. @param $1 campaign @param $2 memberships of the group; null for the whole party */
export const GROUP_CLASSES = `
  SELECT '${PARTY_CLASS}'::uuid AS id
  UNION ALL
  SELECT id FROM audience_class WHERE campaign_id = $1 AND memberships @> $2::uuid[]`;

/**
 * Whether every member of a group sees passage `p` of document `d`.
 * @param hasGroupClass SQL: whether the class of `p` is one of GROUP_CLASSES
 */
export const canGroupSeePassage = (hasGroupClass: string): string => `coalesce(
  CASE WHEN d.is_spoilers THEN ${hasGroupClass}
       WHEN d.text_shown_since = d.shown_since THEN ${FOLLOWS_DOCUMENT} OR ${hasGroupClass} END, false)`;

/** Whether the audience of passage `p` of document `d` is the whole party, whether or not its text is published yet. */
export const IS_FOR_PARTY = `(
  (d.author_audience IS NULL OR d.author_audience = 'party')
  AND (p.audience_class = '${PARTY_CLASS}' OR NOT d.is_spoilers AND ${FOLLOWS_DOCUMENT}))`;

/** Whether some player does not see a passage of a class other than null. */
const isNarrow = (audienceClass: string): string =>
  `${audienceClass} IS NOT NULL AND ${audienceClass} <> '${PARTY_CLASS}'`;

/** Whether document `document` has a passage that some players do not see, apart from passages that follow a Spoilers document. */
export const hasNarrowPassage = (document: string): string => `EXISTS (
  SELECT 1 FROM passage h WHERE h.document_id = ${document} AND ${isNarrow('h.audience_class')})`;

/** Audience classes of the visible copies of passage `p` in handouts. */
const CLASSES_IN_HANDOUTS = `(
  SELECT h.audience_class FROM passage h
   WHERE h.source_id = p.id AND h.audience_class IS NOT NULL AND h.audience_class <> '${GM_CLASS}')`;

/** Audience of passage `p` of document `d` for GMs: the widest audience in the document and its handouts. */
export const WIDEST_AUDIENCE = `(CASE
  WHEN p.audience_class = '${PARTY_CLASS}' OR p.audience_class IS NULL AND NOT d.is_spoilers
       OR '${PARTY_CLASS}' IN ${CLASSES_IN_HANDOUTS} THEN 'party'
  WHEN p.audience_class <> '${GM_CLASS}' OR EXISTS ${CLASSES_IN_HANDOUTS} THEN 'players'
  ELSE 'gm' END)`;

/** Memberships of the chosen players of WIDEST_AUDIENCE, ended memberships included; null for other audiences. */
export const CHOSEN_MEMBERSHIPS = `(CASE WHEN ${WIDEST_AUDIENCE} = 'players' THEN ARRAY(
  SELECT DISTINCT unnest(c.memberships) FROM audience_class c
   WHERE c.id = p.audience_class OR c.id IN ${CLASSES_IN_HANDOUTS}) END)`;

/** Number of passages of `document` by audience kind, summed over rows `p` of `passage_count`. */
export const passagesByAudience = (document: string): string => `jsonb_build_object(
  'gm', coalesce(sum(p.n) FILTER (WHERE p.audience_class = '${GM_CLASS}' OR p.audience_class IS NULL AND ${document}.is_spoilers), 0),
  'party', coalesce(sum(p.n) FILTER (WHERE p.audience_class = '${PARTY_CLASS}' OR p.audience_class IS NULL AND NOT ${document}.is_spoilers), 0),
  'players', coalesce(sum(p.n) FILTER (WHERE p.audience_class NOT IN ('${GM_CLASS}', '${PARTY_CLASS}')), 0))`;

/**
 * The class of an indexed passage with the audience column `own`, of row `d` of the search index's `document`. GM only if in doubt:
 * also while the document is unknown.
 */
export const classOfIndexedPassage = (own: string): string => `(CASE
  WHEN d.document_id IS NULL THEN '${GM_CLASS}'::uuid
  WHEN NOT d.is_here THEN '${TRASH_CLASS}'::uuid
  WHEN ${own} = 'gm' THEN '${GM_CLASS}'::uuid
  WHEN d.audience = 'party' AND d.text_audience = 'party' OR d.audience = 'gm' AND d.public_title IS NOT NULL AND ${own} IS NOT NULL
    THEN CASE coalesce(${own}, 'party')
           WHEN 'party' THEN CASE WHEN d.for_gms THEN '${FOR_GMS_CLASS}' ELSE '${PARTY_CLASS}' END::uuid
           ELSE (${own})::uuid END
  ELSE '${GM_CLASS}'::uuid END)`;
