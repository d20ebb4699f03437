import type { Mutant } from '@tomekeeper/testing';
import type { Question } from './comparisons';

export type SearchMutant = Mutant & { shownBy: Question };

const ROWS = 'access/viewer-scoped-rows';
const INDEX = 'indexing/index-writer';
const TITLES = 'indexing/title-rows';
const COUNTS = 'indexing/corpus-statistics';
const VECTORS = 'embeddings/embedding-cache';
const VIEWERS = 'access/access.service';
const OWN = "rows('player', 'p.class = ANY ($2::uuid[])')";
/** The hidden rows too, of one table. */
const WITH_HIDDEN = (table: string) =>
  `table === '${table}' ? ${OWN} + ' UNION ALL ' + rows('gm', 'cardinality($2::uuid[]) > 0') : ${OWN}`;
const OF_OTHERS = (table: string) =>
  `table === '${table}' ? rows('player', 'cardinality($2::uuid[]) > 0') : ${OWN}`;
/** The statement for players' titles. */
const TITLES_OF_PLAYERS = "AND p.class = '${GM_CLASS}' AND (${where})`\n    : ";
const OWN_TITLES =
  '`SELECT ${columns} FROM player_title p WHERE p.campaign_id = $1 AND p.class = ANY ($2::uuid[])\n          AND NOT p.not_for && $2::uuid[] AND (${where})`';
const ofRows = (name: string, instead: string, shownBy: Question = 'search'): SearchMutant => ({
  name,
  shownBy,
  file: ROWS,
  after: 'if (!viewer.isGm) return ',
  find: OWN,
  instead,
});

const asPlayer = (name: string, instead: string): SearchMutant => ({
  name,
  shownBy: 'seen_as',
  file: VIEWERS,
  after: "if (player?.role !== 'player') throw unknownViewAs();\n    return ",
  find: 'player',
  instead,
});
const ofVectors = (name: string, find: string, instead: string, after?: string): SearchMutant => ({
  ...{ name, find, instead, file: VECTORS, shownBy: 'hidden_between' },
  ...(after !== undefined && { after }),
});

const ASKING = 'answers/answers.service';
const SEARCH = 'query/search.service';
/** A viewer who sees everything. */
const allSeeing = (viewer: string): string => `{ ...${viewer}, isGm: true, classes: [] }`;

/** Possible leaks of hidden text to players. */
export const MUTANTS: readonly SearchMutant[] = [
  ofRows('search matches hidden passages', WITH_HIDDEN('passage')),
  ofRows('passages for other players are found', OF_OTHERS('passage')),
  ofRows('hidden headings are suggested', WITH_HIDDEN('passage'), 'suggest'),
  ofRows('answers quote hidden passages', WITH_HIDDEN('passage'), 'ask'),
  ofRows('document frequencies include hidden passages', WITH_HIDDEN('word'), 'ask'),
  ofRows('lengths include hidden passages', WITH_HIDDEN('total'), 'ask'),
  ofRows('corrections use hidden names', WITH_HIDDEN('spelling')),
  ofRows('hidden words are suggested', WITH_HIDDEN('spelling'), 'suggest'),
  ofRows('words for other players are suggested', OF_OTHERS('spelling'), 'suggest'),
  ofRows('the embedding progress includes hidden passages', WITH_HIDDEN('embedding'), 'state'),
  {
    name: 'the nearest passages are computed before the filter by viewer',
    shownBy: 'meaning',
    file: 'embeddings/embedding-search',
    find: 'this.cache.load(viewer, model)',
    instead: 'this.cache.load({ ...viewer, isGm: true, classes: [] }, model)',
  },
  ofVectors(
    'the cache ignores the number of embeddings',
    'block.numbers.length !== count',
    'false',
  ),
  ofVectors('the cache ignores the newest embedding', 'block.numbers.at(-1) !== last', 'false'),
  ofVectors(
    'the cache checks its version once',
    'await this.versions(viewer, model)',
    '((this.marked ??= {})[[viewer.campaign, viewer.classes, model].join()] ??= await this.versions(viewer, model))',
    'const versions = ',
  ),
  ofVectors(
    'the cache keeps embeddings of hidden passages',
    'retainRows(block, packedNumbers(row?.numbers))',
    'block',
  ),
  asPlayer('view-as a player keeps the role of the GM', '{ ...player, role: own.role }'),
  asPlayer('view-as a player is limited to the party', '{ ...player, id: undefined }'),
  {
    name: 'view-as the party keeps the role of the GM',
    shownBy: 'seen_as',
    file: VIEWERS,
    find: "{ ...own, role: 'player', id: undefined }",
    instead: 'own',
  },
  {
    name: 'answers ignore view-as',
    shownBy: 'seen_as',
    file: ASKING,
    find: 'this.access.check(campaign, asker.user, asker.viewAs)',
    instead: 'this.access.check(campaign, asker.user, undefined)',
  },
  {
    name: 'unshared tags are matched',
    shownBy: 'unshared',
    file: 'query/filters',
    after: '[document];\n  if (',
    find: '!isGm',
    instead: '!isGm && tag === undefined',
  },
  {
    name: 'titles of spoilers are found',
    shownBy: 'search',
    file: ROWS,
    after: TITLES_OF_PLAYERS,
    find: OWN_TITLES,
    instead:
      '`SELECT ${columns} FROM gm_title p WHERE p.campaign_id = $1 AND cardinality($2::uuid[]) > 0 AND (${where})`',
  },
  {
    name: 'titles for one player are visible to others',
    shownBy: 'search',
    file: ROWS,
    after: TITLES_OF_PLAYERS,
    find: OWN_TITLES,
    instead:
      '`SELECT ${columns} FROM player_title p WHERE p.campaign_id = $1 AND cardinality($2::uuid[]) > 0 AND (${where})`',
  },
  {
    name: 'prompts contain hidden headings',
    shownBy: 'written',
    file: 'answers/sources',
    find: 'findHeadings(db, viewer, [], rows)',
    instead: 'findHeadings(db, { ...viewer, isGm: true, classes: [] }, [], rows)',
  },
  {
    name: 'a stream starts with hidden passages',
    shownBy: 'streamed',
    file: ASKING,
    after: 'const { passages, sources } = await this.loadPassages(asked, shown);\n    yield ',
    find: "{ event: 'passages', data: { passages, written_by: EXTRACT } }",
    instead: `{ event: 'passages', data: { passages: await this.search.hits(asked.viewer, (await this.engine.search(${allSeeing('asked.viewer')}, parseQuery(asked.question))).results.filter(isPassage).slice(0, 8), asked.matches), written_by: EXTRACT } }`,
  },
  {
    name: 'a stream differs for empty campaigns',
    shownBy: 'nothing_seen',
    file: ASKING,
    find: "{ event: 'passages', data: { passages: [], written_by: EXTRACT } }",
    instead:
      "{ event: 'nothing' as 'answer', data: { answer: null, passages: [], written_by: EXTRACT } }",
  },
  {
    name: 'a search of all campaigns uses the GM role',
    shownBy: 'everywhere',
    file: VIEWERS,
    after: 'return [await ',
    find: 'this.awaitIndex({ membership, numbers: await this.numbers(membership) })',
    instead:
      "this.awaitIndex({ membership: { ...membership, role: 'owner' }, numbers: await this.numbers(membership) })",
  },
  {
    name: 'campaigns without visible text are counted differently',
    shownBy: 'everywhere',
    file: SEARCH,
    after: 'await this.explainEmpty(answers, asked, filters, ',
    find: 'searched.length',
    instead: 'searched.filter((viewer) => viewer !== undefined).length',
  },
  {
    name: 'corrections in several campaigns use hidden names',
    shownBy: 'everywhere',
    file: SEARCH,
    find: 'answers.map(({ outcome }) => outcome.terms)',
    instead: `(await Promise.all(viewers.map((viewer) => this.engine.search(${allSeeing('viewer')}, asked)))).map(({ terms }) => terms)`,
  },
  {
    name: 'questions to the embedding model contain hidden names',
    shownBy: 'sent_for_meaning',
    file: 'query/search-engine',
    find: 'correctSpelling(question, terms)',
    instead: `correctSpelling(question, await weighTerms(this.uow, ${allSeeing('viewer')}, asked))`,
  },
  {
    name: 'questions without names contain hidden words',
    shownBy: 'sent_for_meaning',
    file: ASKING,
    find: 'correctSpelling(unnamed, terms)',
    instead: `correctSpelling(unnamed, (await this.engine.search(${allSeeing('viewer')}, parseQuery(question))).terms)`,
  },
  {
    name: 'questions to the embedding model contain all titles',
    shownBy: 'sent_for_meaning',
    file: 'embeddings/embedding-search',
    find: 'this.embeddings.embedQuestion(viewer, question)',
    instead:
      'this.embeddings.embedQuestion(viewer, question + (await this.uow.query("SELECT string_agg(title, \' \' ORDER BY title) AS title FROM gm_title WHERE campaign_id = $1", [viewer.campaign]))[0].title)',
  },
  {
    name: 'sentences for the embedding model contain hidden headings',
    shownBy: 'sent_for_meaning',
    file: 'query/search-engine',
    find: 'findHeadings(this.uow, viewer, stems, all)',
    instead: `findHeadings(this.uow, ${allSeeing('viewer')}, stems, all)`,
  },
  {
    name: 'words are split by hidden names',
    shownBy: 'search',
    file: 'query/spelling',
    find: 'await splitWord(db, viewer, one.word)',
    instead: `await splitWord(db, ${allSeeing('viewer')}, one.word)`,
  },
  {
    name: 'statistics keep deleted passages',
    shownBy: 'ask',
    file: INDEX,
    after: 'for (const kind of KINDS) {\n    ',
    find: 'await countPassages(tx, kind, ids, -1)',
    instead: 'undefined',
  },
  {
    name: 'statistics keep hidden passages',
    shownBy: 'ask',
    file: INDEX,
    find: 'await countPassages(tx, from, ids, -1)',
    instead: 'undefined',
  },
  {
    name: 'statistics keep old titles',
    shownBy: 'search',
    file: TITLES,
    find: 'await countTitles(tx, kind, documents, -1)',
    instead: 'undefined',
  },
  {
    name: 'words without occurrences stay in the index',
    shownBy: 'search',
    file: COUNTS,
    after: '// Deletes words without occurrences, which must not be suggested.\n  if (',
    find: 'sign === -1',
    instead: 'false',
  },
  {
    name: 'hidden documents are not reclassified',
    shownBy: 'search',
    file: INDEX,
    find: 'await reclassifyPassages(tx, [...documents.keys()], kinds)',
    instead: 'undefined',
  },
];

/** Mutants of request handling need no new worlds; mutants of the indexer do. */
export const isOfQuestions = ({ file }: SearchMutant): boolean =>
  /^(access|answers|embeddings)\//.test(file);
