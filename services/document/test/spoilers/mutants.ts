import type { Mutant } from '@tomekeeper/testing';

/** What shows a mutant that is seen while a game master acts, not when players ask afterwards. */
export const HINTS = 'hints';
const [LISTS, FILES, PICTURES] = [
  'GET /api/documents',
  'GET /api/documents/{id}/content',
  'GET /api/documents/thumbnails',
] as const;

const SQL = 'documents/visible-documents';
const SERVICE = 'documents/documents.service';
const TRASH = 'documents/trash.service';
const VERSIONS = 'versions/versions.service';

const LIST = '`SELECT * FROM (${VISIBLE}) d ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`';
const ONE = '`SELECT * FROM (${VISIBLE}) d WHERE id = $4`';
const THUMBNAILS = `\`SELECT d.id, d.has_file, d.content_type, p.state, p.picture_key
       FROM (\${VISIBLE}) d LEFT JOIN picture p ON p.source_key = d.s3_key
      WHERE d.id = ANY ($4::uuid[]) ORDER BY d.created_at DESC, d.id DESC\``;
const NEWEST =
  '${SHOWN_SINCE} AS shown_at FROM document\n            WHERE campaign_id = c.id AND NOT is_spoilers';
const LEAKY = "${VISIBLE.replace('AND NOT is_spoilers', '')}";
/** The rule about passages that asks for nobody's audience. */
const OPEN = 'SEEN.replace("p.audience_class IS NULL", "true")';
const SHOWN = `\`SELECT d.*, s.id AS show, s.at AS shown_at, \${SHOWN_PASSAGES} AS passages
       FROM show s JOIN (\${VISIBLE}) d ON d.id = s.document_id
      WHERE NOT d.is_managed AND s.campaign_id = ANY ($2::uuid[])
        AND s.at > now() - interval '\${DOCUMENT_LIMITS.showMinutes} minutes'
        AND s.at >= d.created_at
      ORDER BY s.at DESC LIMIT 1\``;
const SEEN = 'await visibleDocument(this.uow, scope, id)';
const PASSAGES = 'passages/visible-passages';
const HIDDEN = 'await visibleDocument(this.uow, { managed: scope.played, played: [] }, id)';
const SEEN_WITH_HIDDEN = `await (async () => {
  const scope = await this.memberships.scopeOf(user);
  const own = await this.see(user, id).catch(() => undefined);
  return { document: (${HIDDEN}) ?? own!.document, scope };
})()`;

/** Whoever is chosen for something, all are. */
const FOR_ALL = "SEEN.replace('c.memberships && $3', 'true OR c.memberships && $3')";
const READ_BY = 'WHERE d.id = $4 AND ${';
const NAMED = "VISIBLE.replace(OWN_TITLE, 'document.original_filename')";
const OF_OTHERS = `VISIBLE.replaceAll('h.reader = ANY ($3::uuid[])', 'true OR h.reader = ANY ($3::uuid[])')
  .replace(\`p.audience_class = ANY (\${CLASSES})\`, 'p.audience_class IS NOT NULL')`;

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'players read what is for chosen ones',
    shownBy: 'GET /api/documents/{id}/passages',
    ...{ file: PASSAGES, after: READ_BY, find: 'SEEN', instead: FOR_ALL },
  },
  {
    name: 'players find what is for chosen ones',
    shownBy: 'GET /api/documents/{id}/find',
    ...{ file: PASSAGES, after: READ_BY, find: 'SEEN', instead: FOR_ALL },
  },
  {
    name: 'players read of a spoiler what nobody revealed',
    shownBy: 'GET /api/documents/{id}/passages',
    ...{ file: PASSAGES, after: READ_BY, find: 'SEEN' },
    instead: "SEEN.replace('d.shown_since IS NULL AND', 'p.audience_class IS NULL OR')",
  },
  {
    name: 'handouts are told by their real name',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace('${VISIBLE}', '${' + NAMED + '}'),
  },
  {
    name: 'links say the real name of a handout',
    shownBy: 'GET /api/documents/{id}/backlinks',
    ...{ file: SQL, after: 'SELECT id, original_filename FROM (${', find: 'VISIBLE' },
    instead: NAMED,
  },
  {
    name: 'what others see of a spoiler is listed',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace('${VISIBLE}', '${' + OF_OTHERS + '}'),
  },
  {
    name: 'thumbnails say of what others see a part',
    shownBy: PICTURES,
    file: SQL,
    find: THUMBNAILS,
    instead: THUMBNAILS.replace('${VISIBLE}', '${' + OF_OTHERS + '}'),
  },
  {
    name: 'players hear of what others are shown',
    shownBy: HINTS,
    file: 'documents/passage-acts',
    find: 'differing(readers(before), readers(after))',
    instead: 'EVERYBODY',
  },
  {
    name: 'players hear of what is written into passages for chosen ones',
    shownBy: HINTS,
    file: 'passages/text-difference',
    find: '[...chosen].filter(seesOther)',
    instead: '[...chosen]',
  },

  {
    name: 'players read passages that are hidden from them',
    shownBy: 'GET /api/documents/{id}/passages',
    file: PASSAGES,
    after: 'WHERE d.id = $4 AND ${',
    find: 'SEEN',
    instead: OPEN,
  },
  {
    name: 'numbers of list items count hidden ones',
    shownBy: 'GET /api/documents/{id}/passages',
    file: PASSAGES,
    after: 'if (',
    find: '!first?.is_counted_anew',
    instead: 'true',
  },
  {
    name: 'a total counts hidden passages',
    shownBy: 'GET /api/documents/{id}/passages',
    file: PASSAGES,
    after: 'total AS (${',
    find: 'TOTAL',
    instead: "'SELECT count(*)::int AS n FROM passage WHERE document_id = $4'",
  },
  {
    name: 'links of passages that players see lead to hidden ones',
    shownBy: 'GET /api/documents/{id}/passages',
    file: PASSAGES,
    after: 'a.name = ANY ($5::text[]) AND ${',
    find: 'SEEN',
    instead: OPEN,
  },
  {
    name: 'links of passages that players see lead to hidden documents',
    shownBy: 'GET /api/documents/{id}/passages',
    file: SQL,
    after: 'SELECT id, original_filename FROM (${',
    find: 'VISIBLE',
    instead: "VISIBLE.replace('AND NOT is_spoilers', '')",
  },
  {
    name: 'hidden passages that link to a document are told of',
    shownBy: 'GET /api/documents/{id}/backlinks',
    file: 'passages/visible-links',
    after: 'p.document_id = d.id\n      WHERE ${',
    find: 'SEEN',
    instead: OPEN,
  },
  {
    name: 'backlinks are of passages that GMs alone see, in documents that all see',
    shownBy: 'GET /api/documents/{id}/backlinks',
    file: 'passages/visible-links',
    after: 'p.document_id = d.id\n      WHERE ${',
    find: 'SEEN',
    instead: "'true'",
  },
  {
    name: 'players are told which passages are linked to',
    shownBy: 'GET /api/documents/{id}/passages',
    file: 'passages/links',
    after: 'return relinked(',
    find: 'unnamed',
    instead: 'content',
  },
  {
    name: 'pictures of hidden passages are given',
    shownBy: 'GET /api/documents/{id}/images',
    file: PASSAGES,
    after: 'AND i.id = ANY ($5::uuid[]) AND ${',
    find: 'SEEN',
    instead: OPEN,
  },
  {
    name: 'pictures are given whatever text they stand in',
    shownBy: 'GET /api/documents/{id}/images',
    file: PASSAGES,
    after: 'JOIN passage_image i ON ${',
    find: 'IS_NAMED',
    instead: "'i.document_id = d.id'",
  },
  {
    name: 'players are told the pages of a text of which they see a part',
    shownBy: 'GET /api/documents/{id}/passages',
    file: PASSAGES,
    after: 'OR NOT ${',
    find: 'MIXED',
    instead: "'false'",
  },
  {
    name: 'hidden passages count in the places of finds',
    shownBy: 'GET /api/documents/{id}/find',
    file: PASSAGES,
    after: 'SELECT p.id, ${',
    find: 'AT',
    instead: "'p.position'",
  },
  {
    name: 'players are told what GMs put on parts',
    shownBy: 'GET /api/documents/{id}/outline',
    file: PASSAGES,
    after: 'AS tags,\n              CASE WHEN ${',
    find: 'GETS_PARTS',
    instead: "'true'",
  },
  {
    name: 'hidden passages are found',
    shownBy: 'GET /api/documents/{id}/find',
    file: PASSAGES,
    after: 'FROM ${',
    find: 'READ',
    instead: "'passage p CROSS JOIN LATERAL (SELECT 0 AS at) o'",
  },
  {
    name: 'players get the file of a text of which they see a part',
    shownBy: FILES,
    file: SERVICE,
    find: '!document.has_file',
    instead: 'false',
  },
  {
    name: 'lists tell the size of a file of whose text players see a part',
    shownBy: LISTS,
    file: 'documents/document-answer',
    find: '!document.has_file',
    instead: 'false',
  },
  {
    name: 'players hear of texts of spoilers',
    shownBy: HINTS,
    file: 'reading/text-reader',
    find: 'hintTo(isNew && isShown ? EVERYBODY : seenNow)',
    instead: "'party'",
  },
  {
    name: 'the text of what is revealed comes without a hint, as that of no new document does',
    shownBy: HINTS,
    file: 'reading/text-shower',
    after: `const place = { document: id, campaign: campaign_id };
        await documentChanged(tx, place);
        await hintText(tx, place, `,
    find: "'party'",
    instead: "'gm'",
  },
  {
    name: 'words that are split off a hidden passage are for everybody',
    shownBy: HINTS,
    file: 'notes/merge',
    find: 'sources.map(sourceClass)',
    instead: 'sources.map(() => null)',
  },
  {
    name: 'what Markdown marks as secret is for everybody',
    shownBy: HINTS,
    file: 'passages/edit-passages',
    after: 'CASE WHEN ${',
    find: 'IS_SECRET',
    instead: "'false'",
  },
  {
    name: 'players hear of what is written into passages that they do not see',
    shownBy: HINTS,
    file: 'notes/write-note',
    find: 'hintTo(seen)',
    instead: "'party'",
  },
  {
    name: 'hidden words that had gone from a note are for everybody once they are restored',
    shownBy: HINTS,
    file: 'notes/restoration',
    after: 'if (!lives) return ',
    find: 'GM_CLASS',
    instead: 'null',
  },
  {
    name: 'players are told of the versions of a note that they see',
    shownBy: 'GET /api/documents/{id}/text-versions',
    file: 'notes/note-versions.service',
    after:
      'private async seeNote(user: string, id: string, what: string): Promise<VisibleDocument> {\n    const { document } = ',
    find: 'await this.documents.seeAsGm(user, id, what)',
    instead: 'await this.documents.seeAs(undefined, user, id)',
  },
  {
    name: 'players read what a note said before',
    shownBy: 'GET /api/documents/{id}/text-versions/{version}',
    file: 'notes/note-versions.service',
    after: 'const note = ',
    find: "await this.seeNote(user, id, 'see earlier versions')",
    instead: '(await this.documents.seeAs(undefined, user, id)).document',
  },
  {
    name: 'players hear of hidden passages that are moved between those that they see',
    shownBy: HINTS,
    file: 'passages/text-difference',
    find: 'isAllBut || (member !== undefined && memberships.has(member)) ? [id, mark] : []',
    instead: '[id, mark]',
  },
  {
    name: 'lists hold spoilers',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace('${VISIBLE}', LEAKY),
  },
  {
    name: 'a list is cut before spoilers are taken out',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace(
      '${MAX_LISTED}',
      '(SELECT greatest(1, 12 - count(*)) FROM document WHERE is_spoilers AND campaign_id = ANY ($2::uuid[]))',
    ),
  },
  {
    name: 'the order of a list depends on spoilers',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace(
      'ORDER BY',
      `ORDER BY (SELECT count(*) FROM document o
        WHERE o.is_spoilers AND o.campaign_id = d.campaign AND o.created_at > d.created_at) % 3 DESC,`,
    ),
  },
  {
    name: 'players are told when a document was uploaded, and lists go by that',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace('${VISIBLE}', "${VISIBLE.replace(SINCE, 'created_at')}"),
  },
  {
    name: 'players are told what GMs put on a document',
    shownBy: LISTS,
    file: 'documents/document-answer',
    find: '!document.is_managed',
    instead: 'false',
  },
  {
    name: 'lists hold the trash',
    shownBy: LISTS,
    file: SQL,
    find: LIST,
    instead: LIST.replace(
      '${VISIBLE}',
      `\${VISIBLE} UNION ALL
       SELECT id, campaign_id, original_filename, s3_key, content_type, size::float8, is_spoilers, tags, pinned,
              updated_at, created_at, false, true, NULL, NULL::smallint, NULL::int, NULL::jsonb, NULL, NULL::boolean
         FROM trashed_document
        WHERE campaign_id = ANY ($2::uuid[])`,
    ),
  },
  {
    name: 'players see the trash',
    shownBy: 'GET /api/documents/trash',
    file: TRASH,
    after:
      'const role = await this.memberships.roleIn(id, user);\n    if (!role) throw campaignNotFound();\n    if (',
    find: '!isGm(role)',
    instead: 'false',
  },
  {
    name: 'what lies in the trash is refused in other words',
    shownBy: 'POST /api/documents/{id}/restore',
    file: TRASH,
    after: 'if (!campaign || ',
    find: '!isGm(role)',
    instead:
      "(campaign && role === 'player' && (() => { throw onlyGms('restore it'); })()) || !isGm(role)",
  },
  {
    name: 'a header counts spoilers',
    shownBy: LISTS,
    file: 'documents/documents.controller',
    find: 'await this.documents.list(user.id, campaign, viewAs)',
    instead: `await (async () => {
      const all = 'SELECT count(*)::int AS n FROM document WHERE campaign_id = $1';
      const [row] = await (this.documents as any).uow.query(all, [campaign]);
      reply.header('x-total-count', String(row.n));
      return this.documents.list(user.id, campaign, viewAs);
    })()`,
    also: [
      ['Controller, Delete,', 'Controller, Res, Delete,'],
      [
        'asked }: DocumentsQuery,',
        'asked }: DocumentsQuery, @Res({ passthrough: true }) reply: any,',
      ],
    ],
  },
  {
    name: 'players find documents by tags that GMs put on them',
    shownBy: LISTS,
    file: 'documents/list-filter',
    find: 'is_managed ? tags : []',
    instead: 'tags',
  },
  {
    name: 'a spoiler is found by its id',
    shownBy: FILES,
    file: SQL,
    find: ONE,
    instead: ONE.replace('${VISIBLE}', LEAKY),
  },
  {
    name: 'what is new counts spoilers',
    shownBy: 'GET /api/documents/newest',
    file: SQL,
    find: NEWEST,
    instead: NEWEST.replace('AND NOT is_spoilers', ''),
  },
  {
    name: 'thumbnails of spoilers are given',
    shownBy: PICTURES,
    file: SQL,
    find: THUMBNAILS,
    instead: THUMBNAILS.replace('${VISIBLE}', LEAKY),
  },
  {
    name: 'players are told that a spoiler has no thumbnail for them',
    shownBy: PICTURES,
    file: SQL,
    find: THUMBNAILS,
    instead: THUMBNAILS.replace('${VISIBLE}', LEAKY).replace(
      'p.state, p.picture_key',
      "CASE WHEN d.is_spoilers THEN 'refused' ELSE p.state END AS state, p.picture_key",
    ),
  },
  {
    name: 'a GM who views as a player sees all thumbnails',
    shownBy: PICTURES,
    file: SERVICE,
    after: 'const scope = ',
    find: 'await this.scope(user, campaign.toLowerCase(), viewAs)',
    instead: 'await this.scope(user, campaign.toLowerCase())',
  },
  {
    name: 'a spoiler can be downloaded',
    shownBy: FILES,
    file: SERVICE,
    after: 'const own = ',
    find: 'await this.see(user, id)',
    instead: SEEN_WITH_HIDDEN,
  },
  {
    name: 'a spoiler is refused in other words',
    shownBy: FILES,
    file: SERVICE,
    after: 'const document = ',
    find: SEEN,
    instead: `await (async () => {
      if (${HIDDEN}) throw onlyGms('open it');
      return ${SEEN};
    })()`,
  },
  {
    name: 'a spoiler takes one question more to be refused',
    shownBy: FILES,
    file: SERVICE,
    after: 'const document = ',
    find: SEEN,
    instead: `await (async () => {
      if (${HIDDEN}) ${SEEN};
      return ${SEEN};
    })()`,
  },
  {
    name: 'players are taken for a GM in a single campaign',
    shownBy: LISTS,
    file: 'memberships/campaign-memberships',
    after: "case 'player':\n        return ",
    find: '{ managed: [], played: [campaign], memberships }',
    instead: '{ managed: [campaign], played: [] }',
  },
  {
    name: 'a GM who views as a player sees what a GM sees',
    shownBy: LISTS,
    file: 'memberships/campaign-memberships',
    after: 'throw unknownViewAs();\n    return ',
    find: '{ managed: [], played: [campaign], memberships }',
    instead: '{ managed: [campaign], played: [] }',
  },
  {
    name: 'a GM who views as a player opens what the player may not',
    shownBy: FILES,
    file: SERVICE,
    after: 'const seen = ',
    find: SEEN,
    instead: 'own.document',
  },
  {
    name: 'players may finalize',
    shownBy: 'POST /api/documents/finalize',
    file: 'uploads/uploads.service',
    find: `!isGm(role)`,
    instead: 'false',
  },
  {
    name: 'the copy of a person’s data lists what they play in',
    shownBy: 'GET /internal/owned-documents',
    file: SERVICE,
    find: '!(await this.isOwner(id, user))',
    instead: 'false',
  },
  {
    name: 'the copy of a person’s data holds files of what they play in',
    shownBy: 'GET /internal/owned-documents/{id}/file',
    file: SERVICE,
    after: 'if (campaign === undefined) return this.ownedCover(user, id);\n    if (',
    find: '!(await this.isOwner(campaign, user))',
    instead: 'false',
  },
  {
    name: 'the copy of a person’s data holds texts of what they play in',
    shownBy: 'GET /internal/owned-documents/{id}/text',
    file: SERVICE,
    after: 'if (campaign === undefined || ',
    find: '!(await this.isOwner(campaign, user))',
    instead: 'false',
  },
  {
    name: 'what is shown may be hidden by now',
    shownBy: 'GET /api/documents/shown',
    file: SQL,
    find: SHOWN,
    instead: SHOWN.replace('${VISIBLE}', LEAKY).replace('AND s.at >= d.created_at', ''),
  },
  {
    name: 'players are hinted of a spoiler that is uploaded',
    shownBy: HINTS,
    file: 'uploads/uploads.service',
    find: "document.is_spoilers ? 'gm' : 'party'",
    instead: "'party'",
  },
  {
    name: 'players are hinted of a spoiler that is renamed',
    shownBy: HINTS,
    file: SERVICE,
    after: 'const seen = ',
    find: 'isSeenByPlayers(before, after)',
    instead: 'true',
  },
  {
    name: 'players are hinted of what they do not see of a document',
    shownBy: HINTS,
    file: 'documents/hints',
    find: '!after.is_spoilers && before.original_filename !== after.original_filename',
    instead: '!after.is_spoilers',
  },
  {
    name: 'players are hinted of another file for a spoiler',
    shownBy: HINTS,
    file: VERSIONS,
    find: 'before.is_spoilers || (isUnseen && !isRenamed)',
    instead: 'false',
  },
  {
    name: 'players are told of earlier versions',
    shownBy: 'GET /api/documents/{id}/versions',
    file: VERSIONS,
    find: "await this.documents.seeAsGm(user, id, 'see earlier versions')",
    instead: 'undefined',
  },
  {
    name: 'an earlier version of a spoiler can be downloaded',
    shownBy: 'GET /api/documents/{id}/versions/{version}/content',
    file: VERSIONS,
    after: 'const { document } = ',
    find: 'await this.documents.seeAsGm(user, id, what)',
    instead: '({ document: { id, is_spoilers: true } })',
  },
  {
    name: 'players are told that a spoiler can be given no file by them',
    shownBy: 'POST /api/documents/{id}/versions',
    file: VERSIONS,
    find: "await this.documents.seeAsGm(user, id, 'replace files')",
    instead: `await (async () => {
      const all = 'SELECT campaign_id AS campaign FROM document WHERE id = $1';
      const [document] = await this.uow.query(all, [id]);
      if (!document) throw documentNotFound();
      return { document };
    })()`,
  },
  {
    name: 'players are hinted of a spoiler that is deleted',
    shownBy: HINTS,
    file: SERVICE,
    find: 'hintTo(readers)',
    instead: "'party'",
  },
  {
    name: 'players are hinted of a spoiler that comes back from the trash',
    shownBy: HINTS,
    file: TRASH,
    find: 'hintTo((await readersOfDocument(tx, back)).readers)',
    instead: "'party'",
  },
];
