import {
  FILES,
  LIST,
  LISTS,
  NAMED,
  ONE,
  OUTLINE,
  PASSAGES,
  PICTURES,
  READ_BY,
  SERVICE,
  SHOWN,
  SQL,
  WHO_LEFT,
  WINDOW,
  type SpoilerMutant,
} from './mutant-places';

const MEMBERSHIPS = 'memberships/campaign-memberships';
/** Replaces the visible rows. */
const listOf = (rows: string): string => LIST.replace('${VISIBLE}', '${' + rows + '}');
const calledBy = (title: string): string => listOf(`VISIBLE.replace(OWN_TITLE, ${title})`);
/** Where the places of an outline, and of an answer, are worked out. */
const OF_OUTLINE =
  '): Promise<VisibleHeading[]> {\n  return db.queryOften<VisibleHeading>(\n    `WITH seen AS MATERIALIZED (${';
const OF_ANSWER = 'counted AS MATERIALIZED (${';
const SHOWN_ONCE = `VISIBLE.replace('AND NOT is_spoilers', \`AND (NOT is_spoilers OR EXISTS (
  SELECT 1 FROM ledger_entry e WHERE e.document_id = document.id AND e.audience = 'party'))\`)`;
const SEEN_ONCE = `\`(\${CAN_SEE_PASSAGE} OR d.campaign_id = ANY ($2::uuid[]) AND EXISTS (
  SELECT 1 FROM ledger_passage l
   WHERE l.passage_id = p.id AND (l.class_after = ANY (\${VIEWER_CLASSES}) OR l.class_after IS NULL AND NOT d.is_spoilers)))\``;
const REMEMBERED = '((globalThis as any).stays ??= new Map())';
const IS_UNKNOWN = '      membership_id === undefined';

/** Ways to take a reader for another one, a reader of another time among them. */
export const MUTANTS_OF_READERS: readonly SpoilerMutant[] = [
  {
    name: 'a revealed document is listed after it is hidden',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: listOf(SHOWN_ONCE),
  },
  {
    name: 'revealed passages are read after they are hidden',
    shownBy: 'GET /api/documents/{id}/passages',
    ...{ file: PASSAGES, after: READ_BY, find: 'CAN_SEE_PASSAGE', instead: SEEN_ONCE },
  },
  {
    name: 'a former member still reads',
    shownBy: WHO_LEFT,
    file: MEMBERSHIPS,
    after: 'case undefined:\n        return ',
    find: '{ managed: [], played: [] }',
    instead: '{ managed: [], played: [campaign] }',
  },
  {
    name: 'a returning member has the audiences of the former membership',
    shownBy: LISTS,
    file: MEMBERSHIPS,
    after: 'memberships: found?.membership_id === undefined ? [] : ',
    find: '[found.membership_id]',
    instead: `[found.membership_id, ...[...${REMEMBERED}].flatMap(([stay, person]) => person === user ? [stay] : [])]`,
    also: [[`${IS_UNKNOWN} ?`, `${IS_UNKNOWN} || !${REMEMBERED}.set(membership_id, user) ?`]],
  },
  {
    name: 'players view as other players',
    shownBy: LISTS,
    file: MEMBERSHIPS,
    find: '!isGm(await this.roleIn(campaign, gm))',
    instead: 'false',
  },
  {
    name: 'players get the last title of a handout, typed for other players',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: calledBy("'t.public_title'"),
  },
  {
    name: 'all players get the title that one of them knows',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: calledBy("OWN_TITLE.replace('o.reader = ANY ($3::uuid[])', 'true')"),
  },
  {
    name: 'a show has the title of its source',
    shownBy: 'GET /api/documents/shown',
    file: SQL,
    find: SHOWN,
    instead: SHOWN.replace('${VISIBLE}', '${' + NAMED + '}'),
  },
  {
    name: 'lists are ordered by the last edit of a GM',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: listOf("VISIBLE.replace(SINCE, 'coalesce(updated_at, shown_since)')"),
  },
  {
    name: 'players get the time of the last edit of a GM',
    shownBy: LISTS,
    file: 'access/document-response',
    after: 'size: document.size,\n    ...tagsOf(document),\n    ...',
    find: 'factsForGms(document)',
    instead:
      '(document.is_managed || !document.updated_at ? factsForGms(document) : { updated_at: document.updated_at.toISOString() })',
  },
  {
    name: 'positions of headings count hidden passages',
    shownBy: 'GET /api/documents/{id}/outline',
    ...{ file: OUTLINE, after: OF_OUTLINE, find: 'positions()' },
    instead: "positions().replace('p.audience_class IS NULL', 'true')",
  },
  {
    name: 'outlines contain hidden headings',
    shownBy: 'GET /api/documents/{id}/outline',
    ...{ file: OUTLINE, after: 'FROM told s CROSS JOIN (${' },
    find: "seen('p.id, p.level, p.text, p.page, p.position', IS_HEADING)",
    instead:
      "seen('p.id, p.level, p.text, p.page, p.position', IS_HEADING).replace('p.audience_class IS NULL', 'true')",
  },
  {
    name: 'players get the position of a passage among hidden ones',
    shownBy: 'GET /api/documents/{id}/passages',
    ...{ file: WINDOW, after: OF_ANSWER, find: 'counted()' },
    instead: "counted().replaceAll(CAN_SEE_PASSAGE, 'true')",
  },
  {
    name: 'the mark for more matches includes hidden passages',
    shownBy: 'GET /api/documents/{id}/find',
    file: 'reader/text.service',
    after: 'more: ',
    find: 'found.length > PASSAGE_LIMITS.found',
    instead:
      '(await visibleMatches(this.uow, { managed: scope.played, played: [] }, asked.id, words)).length > found.length + 1',
  },
  {
    name: 'a thumbnail is made for players from a mixed document',
    shownBy: PICTURES,
    file: SERVICE,
    find: '!has_file',
    instead: 'false',
  },
  {
    name: 'players get a file whose earlier version had hidden passages',
    shownBy: FILES,
    file: SQL,
    find: ONE,
    instead: ONE.replace(
      '${VISIBLE}',
      "${VISIBLE.replaceAll('NOT coalesce(r.ever_hidden, false)', 'true')}",
    ),
  },
  {
    name: 'players read the ledger',
    shownBy: 'GET /api/campaigns/{campaign}/ledger',
    file: 'ledger/ledger.service',
    find: "this.memberships.requireGm(campaign, user, 'read its ledger')",
    instead: 'Promise.resolve()',
  },
  {
    name: 'players ask which names are hidden',
    shownBy: 'POST /api/documents/spoiler-check',
    file: 'spoiler-check/spoiler-check.service',
    find: 'this.memberships.requireGm(campaign, user, what)',
    instead: "Promise.resolve({ title: '' })",
  },
];
