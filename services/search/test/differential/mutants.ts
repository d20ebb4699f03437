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
  ofRows('hidden passages are found', WITH_HIDDEN('passage')),
  ofRows('passages for other players are found', OF_OTHERS('passage')),
  ofRows('hidden headings are suggested', WITH_HIDDEN('passage'), 'suggest'),
  ofRows('answers quote hidden passages', WITH_HIDDEN('passage'), 'ask'),
  ofRows('how rare a word is counts hidden passages', WITH_HIDDEN('word'), 'ask'),
  ofRows('how long passages are counts hidden ones', WITH_HIDDEN('total'), 'ask'),
  ofRows('misspelt words are taken for hidden names', WITH_HIDDEN('spelling')),
  ofRows('hidden words are suggested', WITH_HIDDEN('spelling'), 'suggest'),
  ofRows('words for other players are suggested', OF_OTHERS('spelling'), 'suggest'),
  ofRows('hidden passages are counted as read for meaning', WITH_HIDDEN('embedding'), 'state'),
  {
    name: 'the nearest passages are sought among all, and hidden ones left out then',
    shownBy: 'meaning',
    file: 'embeddings/embedding-search',
    find: 'this.cache.load(viewer, model)',
    instead: 'this.cache.load({ ...viewer, isGm: true, classes: [] }, model)',
  },
  ofVectors('how many vectors there are is not asked', 'block.numbers.length !== count', 'false'),
  ofVectors('which vector is the newest is not asked', 'block.numbers.at(-1) !== last', 'false'),
  ofVectors(
    'which vectors there are is asked once',
    'await this.versions(viewer, model)',
    '((this.marked ??= {})[[viewer.campaign, viewer.classes, model].join()] ??= await this.versions(viewer, model))',
    'const versions = ',
  ),
  ofVectors(
    'vectors of what was hidden stay in memory',
    'retainRows(block, packedNumbers(row?.numbers))',
    'block',
  ),
  asPlayer('who asks as a player is answered as a game master', '{ ...player, role: own.role }'),
  asPlayer('who asks as a player sees what all players see', '{ ...player, id: undefined }'),
  {
    name: 'who asks as all players is answered as a game master',
    shownBy: 'seen_as',
    file: VIEWERS,
    find: "{ ...own, role: 'player', id: undefined }",
    instead: 'own',
  },
  {
    name: 'a question is answered to who asks it, with whose eyes they may look',
    shownBy: 'seen_as',
    file: ASKING,
    find: 'this.access.check(campaign, asker.user, asker.viewAs)',
    instead: 'this.access.check(campaign, asker.user, undefined)',
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
    name: 'titles told to one player are known to others',
    shownBy: 'search',
    file: ROWS,
    after: TITLES_OF_PLAYERS,
    find: OWN_TITLES,
    instead:
      '`SELECT ${columns} FROM player_title p WHERE p.campaign_id = $1 AND cardinality($2::uuid[]) > 0 AND (${where})`',
  },
  {
    name: 'a model reads hidden headings',
    shownBy: 'written',
    file: 'answers/sources',
    find: 'findHeadings(db, viewer, [], rows)',
    instead: 'findHeadings(db, { ...viewer, isGm: true, classes: [] }, [], rows)',
  },
  {
    name: 'a stream begins with what is hidden',
    shownBy: 'streamed',
    file: ASKING,
    after: 'const { passages, sources } = await this.loadPassages(asked, shown);\n    yield ',
    find: "{ event: 'passages', data: { passages, written_by: EXTRACT } }",
    instead: `{ event: 'passages', data: { passages: await this.search.hits(asked.viewer, (await this.engine.search(${allSeeing('asked.viewer')}, parseQuery(asked.question))).results.filter(isPassage).slice(0, 8), asked.matches), written_by: EXTRACT } }`,
  },
  {
    name: 'a stream that ends with nothing begins otherwise where nothing was ever written',
    shownBy: 'nothing_seen',
    file: ASKING,
    find: "{ event: 'passages', data: { passages: [], written_by: EXTRACT } }",
    instead:
      "{ event: 'nothing' as 'answer', data: { answer: null, passages: [], written_by: EXTRACT } }",
  },
  {
    name: 'who looks in all campaigns is a game master in each',
    shownBy: 'everywhere',
    file: VIEWERS,
    after: 'return [await ',
    find: 'this.awaitIndex({ membership, ',
    instead: "this.awaitIndex({ membership: { ...membership, role: 'owner' }, ",
  },
  {
    name: 'a campaign in which all is hidden is one more that was looked in',
    shownBy: 'everywhere',
    file: SEARCH,
    after: 'await this.explainEmpty(viewers, asked, filters, ',
    find: 'searched.length',
    instead: 'viewers.length',
  },
  {
    name: 'what is meant in several campaigns are hidden names',
    shownBy: 'everywhere',
    file: SEARCH,
    find: 'answers.map(({ outcome }) => outcome.terms)',
    instead: `(await Promise.all(viewers.map((viewer) => this.engine.search(${allSeeing('viewer')}, asked)))).map(({ terms }) => terms)`,
  },
  {
    name: 'what reads for meaning is asked with hidden names',
    shownBy: 'sent_for_meaning',
    file: 'query/search-engine',
    find: 'correctSpelling(question, terms)',
    instead: `correctSpelling(question, await weighTerms(this.uow, ${allSeeing('viewer')}, asked))`,
  },
  {
    name: 'what reads for meaning is told all titles with each question',
    shownBy: 'sent_for_meaning',
    file: 'embeddings/embedding-search',
    find: 'this.embeddings.embedQuestion(viewer, question)',
    instead:
      'this.embeddings.embedQuestion(viewer, question + (await this.uow.query("SELECT string_agg(title, \' \' ORDER BY title) AS title FROM gm_title WHERE campaign_id = $1", [viewer.campaign]))[0].title)',
  },
  {
    name: 'passages that went are still counted',
    shownBy: 'ask',
    file: INDEX,
    after: 'for (const kind of KINDS) {\n    ',
    find: 'await countPassages(tx, kind, ids, -1)',
    instead: 'undefined',
  },
  {
    name: 'passages that were hidden are still counted',
    shownBy: 'ask',
    file: INDEX,
    find: 'await countPassages(tx, from, ids, -1)',
    instead: 'undefined',
  },
  {
    name: 'titles of before are still known',
    shownBy: 'search',
    file: TITLES,
    find: 'await countTitles(tx, kind, documents, -1)',
    instead: 'undefined',
  },
  {
    name: 'words that nobody sees any longer are still known',
    shownBy: 'search',
    file: COUNTS,
    after: '// Deletes words without occurrences, which must not be suggested.\n  if (',
    find: 'sign === -1',
    instead: 'false',
  },
  {
    name: 'a document that was hidden stays where it is',
    shownBy: 'search',
    file: INDEX,
    find: 'await reclassifyPassages(tx, [...documents.keys()], kinds)',
    instead: 'undefined',
  },
];

/** Mutants of request handling need no new worlds; mutants of the indexer do. */
export const isOfQuestions = ({ file }: SearchMutant): boolean =>
  /^(access|answers|embeddings)\//.test(file);
