import type { SearchHit } from '@tomekeeper/contracts-search';
import type { TestPerson } from '@tomekeeper/testing';
import { termFrequency } from '../src/query/candidates';
import { membershipOf, startSearchApp, type SearchApp } from './search-app';
import { marked, searchIn, textOf } from './search-calls';
import type { ScriptedCampaign } from './scripted-documents';

let service: SearchApp;
let gm: TestPerson, player: TestPerson;
let campaign: string, written: ScriptedCampaign;

beforeAll(async () => {
  service = await startSearchApp();
  ({ gm, player } = await service.joinGmAndPlayer());
});
afterAll(() => service?.stop());
beforeEach(() => {
  ({ id: campaign, written } = service.campaignOf({ gm, player }));
});

const search = (q: string, as = gm, more = '') => searchIn(service, campaign, q, as, more);
const texts = async (q: string, as = gm) => (await search(q, as)).hits.map(textOf);

const VILLAGE = {
  name: 'Village of Barovia',
  lines: [
    '# The village',
    'A grey place in the mist.',
    '## The smithy',
    'Agatha, the dead wife of the blacksmith, haunts the forge at night.',
    'He drinks, and sells swords.',
    '## The inn',
    'The Blood of the Vine serves sour wine to travellers.',
  ],
};

it('finds inflected words, with headings and highlights', async () => {
  const document = written.add(VILLAGE);
  const { hits, mode } = await search('blacksmiths wives');
  expect(mode).toBe('lexical');
  expect(hits[0]).toMatchObject({
    campaign,
    document,
    passage: expect.any(String),
    title: 'Village of Barovia',
    heading_path: ['The village', 'The smithy'],
    audience: 'party',
  });
  expect(textOf(hits[0]!)).toBe(VILLAGE.lines[3]);
  expect(marked(hits[0]!)).toEqual(['blacksmith']);
});

it('derives the term frequency from ts_rank', async () => {
  const rows = await service.uow.query<{ times: number; rank: number }>(
    `SELECT times, ts_rank(to_tsvector('simple', repeat('owl bat ', times)), 'owl')::float8 AS rank FROM generate_series(0, 12) AS g (times)`,
  );
  expect(rows.map(({ rank }) => termFrequency(rank))).toEqual(rows.map(({ times }) => times));
});

it('ranks a title that matches the whole query first', async () => {
  written.add(VILLAGE);
  written.add({
    name: 'Travels',
    lines: Array(5).fill('Barovia, Barovia, and the village of Barovia again.'),
  });
  const { hits } = await search('village barovia');
  expect(hits[0]).toMatchObject({ title: 'Village of Barovia', snippet: expect.any(Array) });
  expect(hits[0]).not.toHaveProperty('passage');
});

it('finds passages below a matching heading', async () => {
  written.add(VILLAGE);
  expect(await texts('smithy')).toEqual(
    expect.arrayContaining(['The smithy', VILLAGE.lines[3], VILLAGE.lines[4]]),
  );
  const { hits } = await search('smithy');
  const below = hits.find((hit) => textOf(hit) === VILLAGE.lines[4]);
  const [village, smithy] = ['The village', 'The '].map((text) => ({ text, match: false }));
  expect(below?.heading_snippets).toEqual([[village], [smithy, { text: 'smithy', match: true }]]);
  expect(hits.find((hit) => textOf(hit) === 'The smithy')).not.toHaveProperty('heading_snippets');
});

it('matches phrases and exclusions', async () => {
  written.add({ name: 'Notes', lines: ['The dead wife.', 'A wife, dead.', 'The wives are dead.'] });
  expect(await texts('"dead wife"')).toEqual(['The dead wife.']);
  expect(await texts('wife -"dead wife"')).toEqual(['A wife, dead.']);
  expect((await texts('dead -wives')).sort()).toEqual(['A wife, dead.', 'The dead wife.']);
});

it('finds prefixes, misspelled and invented names, and suggests corrections', async () => {
  written.add({ name: 'Castle', lines: ['Count Strahd von Zarovich rules.', 'Ireena fears him.'] });
  expect(await texts('iree')).toEqual(['Ireena fears him.']);
  const misspelt = await search('strad');
  expect(textOf(misspelt.hits[0]!)).toBe('Count Strahd von Zarovich rules.');
  expect(marked(misspelt.hits[0]!)).toEqual(['Strahd']);
  expect(misspelt.did_you_mean).toBe('strahd');
  expect((await search('Kount Zarovitch')).did_you_mean).toBe('Count Zarovich');
  expect(await search('strahd')).not.toHaveProperty('did_you_mean');
});

it('does not correct short words by sound', async () => {
  written.add({ name: 'Deeds', lines: ['What they did, nobody says.', 'The mill burns.'] });
  const other = await search('dead');
  expect(other.hits).toEqual([]);
  expect(other).not.toHaveProperty('did_you_mean');
  expect((await search('mell')).did_you_mean).toBe('mill');
});

it('ignores accents, and supports other languages and scripts', async () => {
  written.add({
    name: 'Babel',
    lines: [
      'Die Häuser der Zwerge sind nicht groß, und die Türen auch nicht.',
      'La séance des sorcières est dans le château avec les chats.',
      '龙住在山里。',
      'Дракон живёт в горах.',
    ],
  });
  expect(await texts('haus')).toEqual([
    'Die Häuser der Zwerge sind nicht groß, und die Türen auch nicht.',
  ]);
  expect(await texts('seance')).toHaveLength(1);
  expect(await texts('山')).toEqual(['龙住在山里。']);
  expect(await texts('драконы')).toEqual(['Дракон живёт в горах.']);
});

it('splits words at punctuation, also in file names', async () => {
  const lines = [
    'At the mill/inn they pay 2.5 silver.',
    'AC-15, hp+9',
    'Ask Osric@Krezk.',
    'a<b&c',
  ];
  written.add({ name: 'Map of Gallowmere.png', lines });
  const titles = async (q: string) => (await search(q)).hits.map(({ title }) => title);
  for (const q of ['gallowmere', 'png', 'gallowmere.png', '"Gallowmere.png"'])
    expect([q, await titles(q)]).toEqual([q, ['Map of Gallowmere.png']]);
  for (const [at, words] of [['mill', 'inn', 'mill/inn', '2.5'], ['15'], ['Krezk'], []].entries())
    for (const q of words) expect([q, await texts(q)]).toEqual([q, [lines[at]]]);
});

it('returns nothing for an empty campaign or query', async () => {
  expect(await search('anything')).toEqual({
    hits: [],
    mode: 'lexical',
    searched: { campaigns: 1, documents: 0, passages: 0 },
    wider: [],
  });
  written.add(VILLAGE);
  for (const q of ['zzzzzz', '!!!', '-barovia', '""', 'the', '-'])
    expect((await search(q)).hits).toEqual([]);
});

it('reflects edits, removals, renames, trash, restores and deletions', async () => {
  const document = written.add(VILLAGE);
  const [, mist] = written.textsOf(document);
  expect(await texts('mist')).toEqual(['A grey place in the mist.']);
  written.edit(mist!.id, 'A grey place in the fog.');
  expect(await texts('mist')).toEqual([]);
  expect(await texts('fog')).toEqual(['A grey place in the fog.']);
  written.remove(mist!.id);
  expect(await texts('fog')).toEqual([]);
  written.rename(document, 'Hamlet');
  expect((await search('hamlet')).hits[0]).toMatchObject({ title: 'Hamlet' });
  expect((await search('barovia')).hits).toEqual([]);
  written.trash(document);
  expect(await texts('wine')).toEqual([]);
  written.restore(document);
  await service.indexer.catchUp(campaign);
  expect(await texts('wine')).toHaveLength(1);
  written.delete(document);
  expect(await texts('wine')).toEqual([]);
  for (const table of [
    'player_passage',
    'gm_passage',
    'player_title',
    'gm_title',
    'player_word',
    'gm_word',
    'player_spelling',
    'gm_spelling',
    'player_total',
    'gm_total',
  ])
    expect(
      await service.uow.query(`SELECT * FROM ${table} WHERE campaign_id = $1`, [campaign]),
    ).toEqual([]);
});

it('hides text from players, and finds handouts by their player-facing title', async () => {
  const document = written.add({ ...VILLAGE, spoilers: true });
  const [, , , agatha] = written.textsOf(document);
  expect((await search('agatha', player)).hits).toEqual([]);
  written.setAudience(agatha!.id, 'party', 'What the widow said');
  await service.indexer.catchUp(campaign);
  const { hits } = await search('agatha', player);
  expect(hits).toHaveLength(1);
  expect(hits[0]).toEqual({
    campaign,
    document,
    passage: agatha!.id,
    title: 'What the widow said',
    kind: 'note',
    passage_kind: 'paragraph',
    heading_path: [],
    snippet: expect.any(Array),
  });
  expect((await search('barovia', player)).hits).toEqual([]);
  expect((await search('widow', player)).hits[0]).toMatchObject({ title: 'What the widow said' });
  expect((await search('agatha')).hits[0]).toMatchObject({
    title: 'Village of Barovia',
    audience: 'party',
  });
  written.setAudience(agatha!.id, undefined);
  expect((await search('agatha', player)).hits).toEqual([]);
  expect((await search('widow', player)).hits).toEqual([]);
});

it('finds passages for chosen players only, until they are hidden', async () => {
  const [ann, ben] = await Promise.all([
    service.identity.join('Ann'),
    service.identity.join('Ben'),
  ]);
  ({ id: campaign, written } = service.campaign([
    [gm, 'owner'],
    [ann, 'player'],
    [ben, 'player'],
  ]));
  const forAnn = written.choose(membershipOf(ann.id));
  const document = written.add({ name: 'Open', lines: ['Everybody knows the town.'] });
  const tunnel = written.write(document, 'Only one knows the tunnel.', forAnn);
  expect((await search('tunnel', ann)).hits).toMatchObject([{ passage: tunnel, title: 'Open' }]);
  expect((await search('tunnel', ben)).hits).toEqual([]);
  expect((await search('tunnl', ben)).did_you_mean).toBeUndefined();
  expect((await search('tunnel')).hits[0]).toMatchObject({ audience: 'players' });
  const as = { as: gm, headers: { 'x-view-as': ann.id } };
  const url = `/api/search/?campaign=${campaign}&q=tunnel`;
  expect((await service.callUntilReady('GET', url, as)).body).toEqual(await search('tunnel', ann));
  as.headers['x-view-as'] = 'party';
  expect((await service.callUntilReady('GET', url, as)).body.hits).toEqual([]);
  // Taken from her alone: she waits for it, he does not.
  written.setAudience(tunnel, 'gm');
  service.feed.isBroken = true;
  expect((await service.call('GET', url, { as: ann })).status).toBe(503);
  expect((await service.call('GET', url, { as: ben })).status).toBe(200);
  service.feed.isBroken = false;
  expect((await search('tunnel', ann)).hits).toEqual([]);
});

it('finds a handout by the title for each player only', async () => {
  const [ann, ben] = await Promise.all([
    service.identity.join('Ann'),
    service.identity.join('Ben'),
  ]);
  ({ id: campaign, written } = service.campaign([
    [gm, 'owner'],
    [ann, 'player'],
    [ben, 'player'],
  ]));
  const document = written.add({
    name: 'Plot',
    spoilers: true,
    lines: ['The tunnel is old.', 'The well is dry.'],
  });
  const [tunnel, well] = written.textsOf(document);
  written.setAudience(tunnel!.id, written.choose(membershipOf(ann.id)), 'Moonlight letter');
  await service.indexer.catchUp(campaign);
  const told = async (q: string, as: TestPerson) => {
    const { hits, did_you_mean } = await search(q, as);
    return [...hits.map(({ title }) => title), ...(did_you_mean ? [did_you_mean] : [])];
  };
  expect(await told('moonlight', ann)).toContain('Moonlight letter');
  expect(await told('moonlihgt', ann)).toContain('moonlight');
  for (const q of ['moonlight', 'moonlihgt', 'letter']) expect(await told(q, ben)).toEqual([]);
  written.setAudience(well!.id, 'party', 'Sunrise sermon');
  written.setTitle(document, membershipOf(ann.id), 'Moonlight letter');
  await service.indexer.catchUp(campaign);
  expect(await told('well', ben)).toEqual(['Sunrise sermon']);
  expect(await told('well', ann)).toEqual(['Moonlight letter']);
  expect(await told('sunrise', ben)).toContain('Sunrise sermon');
  for (const q of ['sunrise', 'sunrize', 'sermon', 'plot']) expect(await told(q, ann)).toEqual([]);
  for (const q of ['moonlight', 'moonlihgt', 'plot']) expect(await told(q, ben)).toEqual([]);
  written.hide(document);
  for (const q of ['sunrise', 'moonlight', 'well'])
    for (const as of [ann, ben]) expect(await told(q, as)).toEqual([]);
});

it('finds a passage in its handout for players, and in the source for GMs', async () => {
  const source = written.add({ name: 'Plot', spoilers: true, lines: ['The tunnel is old.'] });
  const handout = written.add({ name: 'A map', spoilers: true, lines: [], source });
  const passage = written.write(handout, 'The tunnel is old.');
  written.setAudience(passage, 'party', 'A map');
  await service.indexer.catchUp(campaign);
  const found = async (q: string, as = gm) =>
    (await search(q, as)).hits.map(({ document, title }) => [document, title]);
  expect(await found('tunnel')).toEqual([[source, 'Plot']]);
  expect(await found('map')).toEqual([]);
  expect(await found('tunnel', player)).toEqual([[handout, 'A map']]);
  expect(await found('map', player)).toContainEqual([handout, 'A map']);
});

it('filters by kind and tag for GMs; players see notes without kinds and unshared tags', async () => {
  written.add({ name: 'Map', kind: 'file', tags: ['NPCs/Barovia'], lines: ['A smith.'] });
  written.add({ name: 'Note', lines: ['Another smith.'] });
  const found = async (more: string, as = gm) =>
    (await search('smith', as, more)).hits.map(({ title }) => title).sort();
  expect(await found('')).toEqual(['Map', 'Note']);
  expect(await found('&kind=file')).toEqual(['Map']);
  expect(await found('&tag=npcs')).toEqual(['Map']);
  expect(await found('&tag=npc')).toEqual([]);
  expect(await found('&kind=note', player)).toEqual(['Map', 'Note']);
  expect(await found('&kind=file', player)).toEqual([]);
  expect(await found('&tag=npcs', player)).toEqual([]);
});

it('filters by shared tags for players, until a GM stops sharing', async () => {
  const document = written.add({ name: 'Odo', tags: ['npcs', 'traitors'], lines: ['A smith.'] });
  const other = written.add({ name: 'Ada', tags: ['npcs'], lines: ['Another smith.'] });
  written.add({ name: 'Inn', lines: ['The smith drinks.'] });
  const secret = written.add({
    name: 'Strahd',
    tags: ['npcs'],
    lines: ['A smith.'],
    spoilers: true,
  });
  written.setAudience(written.textsOf(secret)[0]!.id, 'party', 'A stranger');
  const found = async (more: string) =>
    (await search('smith', player, more)).hits.map(({ title }) => title).sort();
  const unknown = await search('smith', player, '&tag=no-such-tag');
  expect(unknown.hits).toEqual([]);
  expect(await search('smith', player, '&tag=npcs')).toEqual(unknown);
  written.shareTag('npcs');
  expect(await found('&tag=npcs')).toEqual(['Ada', 'Odo']);
  expect(await found(`&tag=npcs&document=${document}`)).toEqual(['Odo']);
  expect(await found('&tag=npcs&audience=party')).toEqual([]);
  expect(await found('&tag=npcs&kind=file')).toEqual([]);
  expect(await search('smith', player, '&tag=traitors')).toEqual(unknown);
  const asPlayer = { as: gm, headers: { 'x-view-as': 'party' } };
  const url = `/api/search/?campaign=${campaign}&q=smith&tag=npcs`;
  expect((await service.call('GET', url, asPlayer)).body.hits).toHaveLength(2);
  written.hide(other);
  expect(await found('&tag=npcs')).toEqual(['Odo']);
  written.shareTag('npcs', false);
  expect(await found('&tag=npcs')).toEqual([]);
});

it('returns the size of the searched text and useful relaxations without hits', async () => {
  const document = written.add({
    name: 'Secret',
    spoilers: true,
    lines: ['The lich.', 'A vault.'],
  });
  written.add({ name: 'Rumours', lines: ['A red moon over the old mill.'] });
  const searched = { campaigns: 1, documents: 1, passages: 1 };
  expect(await search('lich', player)).toEqual({ hits: [], mode: 'lexical', searched, wider: [] });
  const wider = async (q: string, as = gm, more = '') => (await search(q, as, more)).wider;
  expect(await wider('"moon red"')).toEqual(['quotes']);
  expect(await wider('moon -mill', player)).toEqual(['exclusions']);
  expect(await wider('lich', gm, '&audience=party')).toEqual(['filters']);
  expect(await wider('moon', gm, `&document=${document}`)).toEqual(['filters']);
  expect(await wider('moon')).toBeUndefined();
  expect((await search('moon', gm, '&audience=party')).hits).toHaveLength(1);
  expect((await search('moon', player, '&audience=party')).hits).toEqual([]);
});

it('returns the state of a campaign, also before it is ready', async () => {
  const state = async (as: TestPerson) =>
    (await service.call('GET', `/api/search/state/?campaign=${campaign}`, { as })).body;
  const how = { mode: 'lexical', lexical_because: 'no_model', answers: { written_by: 'extract' } };
  expect(await state(player)).toEqual({ is_ready: true, documents: 0, passages: 0, ...how });
  const document = written.add({ ...VILLAGE });
  written.add({ name: 'Secret', spoilers: true, lines: ['The lich.'] });
  await service.indexer.catchUp(campaign);
  expect(await state(player)).toEqual({ is_ready: true, documents: 1, passages: 7, ...how });
  expect(await state(gm)).toMatchObject({ is_ready: true, documents: 2, passages: 8, ...how });
  service.feed.isBroken = true;
  written.hide(document);
  expect(await state(player)).toEqual({ is_ready: false, ...how });
  service.feed.isBroken = false;
});

it('answers with sentences of visible text, as JSON or as a stream', async () => {
  written.add(VILLAGE);
  written.add({ name: 'Secret', spoilers: true, lines: ['Agatha, the dead wife, is a lich.'] });
  await service.indexer.catchUp(campaign);
  const body = { campaign, question: 'Who is the dead wife of the blacksmith?' };
  const { body: told } = await service.callUntilReady('POST', '/api/search/ask/', {
    as: player,
    body,
  });
  const [part] = told.answer;
  const [{ passage, start, end }] = part.citations;
  const quoted = told.passages.find((one: SearchHit) => one.passage === passage);
  expect(part.text).toBe(VILLAGE.lines[3]!.slice(start, end));
  expect(quoted).toMatchObject({ title: 'Village of Barovia' });
  expect(JSON.stringify(told)).not.toContain('lich');
  const streamed = await service.app.inject({
    method: 'POST',
    url: '/api/search/ask/',
    headers: { authorization: `Bearer ${player.token}`, accept: 'text/event-stream' },
    payload: body,
  });
  expect(streamed.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const events = streamed.body
    .trim()
    .split('\n\n')
    .map((one) => one.split('\n'));
  expect(events.map(([name]) => name)).toEqual([
    'event: passages',
    ...told.answer.map(() => 'event: part'),
    'event: answer',
  ]);
  expect(JSON.parse(events.at(-1)![1]!.slice('data: '.length))).toEqual(told);
  const nothing = { campaign, question: 'Which dragon sleeps below the lighthouse?' };
  const none = await service.callUntilReady('POST', '/api/search/ask/', {
    as: player,
    body: nothing,
  });
  expect(none).toMatchObject({ status: 200, body: { answer: null, written_by: 'extract' } });
});

it('searches all campaigns of the user by default', async () => {
  const ann = await service.identity.join('Ann');
  const played = service.campaign([[ann, 'player']]);
  played.written.add(VILLAGE);
  played.written.add({ name: 'Secret', spoilers: true, lines: ['Poisoned wine.'] });
  const other = service.campaign([[ann, 'owner']]);
  other.written.add({ name: 'Mine', lines: ['Sour wine of my own.'] });
  const foreign = service.campaign([[gm, 'owner']]);
  foreign.written.add({ name: 'Foreign', lines: ['Wine of a stranger.'] });
  // A search of all campaigns skips those whose index lags.
  for (const { id } of [played, other, foreign]) await service.indexer.catchUp(id);
  const { body } = await service.callUntilReady('GET', '/api/search/?q=wine', { as: ann });
  expect(new Set(body.hits.map((hit: SearchHit) => hit.campaign))).toEqual(
    new Set([played.id, other.id]),
  );
  expect(JSON.stringify(body)).not.toMatch(/poison|stranger/i);
});

it('corrects spelling in all campaigns from visible text only', async () => {
  const told: unknown[] = [];
  for (const isHiding of [false, true]) {
    const ann = await service.identity.join('Ann');
    const played = service.campaign([[ann, 'player']]);
    played.written.add({ name: 'Village', lines: ['The vampire sleeps.'] });
    await service.indexer.catchUp(played.id);
    const other = service.campaign([[ann, 'player']]);
    if (isHiding)
      other.written.add({ name: 'Plot', spoilers: true, lines: ['The vampire wakes.'] });
    await service.indexer.catchUp(other.id);
    const { body } = await service.callUntilReady('GET', '/api/search/?q=vampier', { as: ann });
    told.push({ ...body, hits: body.hits.map(({ snippet }: SearchHit) => snippet) });
  }
  expect(told[0]).toMatchObject({ hits: [expect.anything()], did_you_mean: 'vampire' });
  expect(told[1]).toEqual(told[0]);
});

it('skips lagging campaigns when searching all, and lists them', async () => {
  const ann = await service.identity.join('Ann');
  const all = [service.campaign([[ann, 'player']]), service.campaign([[ann, 'player']])];
  for (const { id, written: its } of all) {
    its.add({ name: 'Town', lines: ['A vampire waits.'] });
    await service.indexer.catchUp(id);
  }
  const [whole, behind] = all.map(({ id }) => id);
  const fallBehind = (id: string | undefined) =>
    service.uow.query(
      `UPDATE campaign_index SET is_complete = false, feed_position = '999999999' WHERE campaign_id = $1`,
      [id],
    );
  service.feed.isBroken = true;
  try {
    await fallBehind(behind);
    const { status, body } = await service.call('GET', '/api/search/?q=vampire', { as: ann });
    expect(status).toBe(200);
    expect(body.hits.map(({ campaign: of }: SearchHit) => of)).toEqual([whole]);
    expect(body.catching_up).toEqual([behind]);
    await fallBehind(whole);
    expect(await service.call('GET', '/api/search/?q=vampire', { as: ann })).toMatchObject({
      status: 503,
      body: { code: 'search.not_ready' },
    });
  } finally {
    service.feed.isBroken = false;
  }
  const { body } = await service.callUntilReady('GET', '/api/search/?q=vampire', { as: ann });
  expect(body.hits).toHaveLength(2 - (body.catching_up?.length ?? 0));
});

it('corrects no word that any campaign contains, and picks the best correction of all', async () => {
  const ann = await service.identity.join('Ann');
  for (const [name, line] of [
    ['Village', 'The vampire sleeps in Barovia.'],
    ['Town', 'A vampyr waits in Borovio.'],
    ['Fort', 'Nobody is in the hut.'],
  ] as const) {
    const { id, written: inCampaign } = service.campaign([[ann, 'player']]);
    inCampaign.add({ name, lines: [line] });
    // A search over all campaigns skips those whose index lags.
    await service.indexer.catchUp(id);
  }
  const meant = async (q: string) =>
    (await service.callUntilReady('GET', `/api/search/?q=${q}`, { as: ann })).body.did_you_mean;
  expect(await meant('vampyr')).toBeUndefined();
  expect(await meant('hit')).toBeUndefined();
  expect(await meant('vampyrs')).toBeUndefined();
  expect(await meant('barovja')).toBe('barovia');
  expect(await meant('borovjo')).toBe('borovio');
  expect(await meant('sleps nobdy')).toBe('sleeps nobody');
});

it('suggests titles, headings and words by prefix', async () => {
  const document = written.add(VILLAGE);
  written.add({ name: 'Secret smugglers', spoilers: true, lines: ['# Smuggling'] });
  written.add({ name: 'Haggling', lines: ['# Haggling'] });
  written.add({ name: 'The brine hag', lines: ['# Where the hag hides'] });
  const suggest = async (q: string, as: TestPerson) =>
    (
      await service.callUntilReady('GET', `/api/search/suggest/?campaign=${campaign}&q=${q}`, {
        as,
      })
    ).body.suggestions;
  expect(await suggest('villa', player)).toEqual([
    { kind: 'document', text: 'Village of Barovia', document },
    { kind: 'heading', text: 'The village', document, passage: expect.any(String) },
    { kind: 'word', text: 'village' },
  ]);
  expect(JSON.stringify(await suggest('sm', gm))).toContain('smugglers');
  expect((await suggest('hag', player)).map(({ text }: { text: string }) => text)).toEqual([
    'The brine hag',
    'Haggling',
    'Where the hag hides',
    'Haggling',
    'hag',
    'haggling',
  ]);
  expect(JSON.stringify(await suggest('sm', player))).not.toMatch(/smug/i);
});

it('suggests and finds with one request and one access check while a user types', async () => {
  written.add(VILLAGE);
  const url = `/api/search/?campaign=${campaign}&q=villa&typing=true`;
  const type = () => service.callUntilReady('GET', url, { as: player });
  const membership = `/internal/campaigns/${campaign}/membership?user=${player.id}`;
  const numbers = `/internal/campaigns/${campaign}/change-numbers?membership=${membershipOf(player.id)}`;
  await type();
  const before = [service.campaigns.calls.length, service.documents.calls.length];
  const { body } = await type();
  expect(body.hits[0]).toMatchObject({ title: 'Village of Barovia' });
  expect(body.suggestions[0]).toMatchObject({ kind: 'document', text: 'Village of Barovia' });
  expect(service.campaigns.calls.slice(before[0])).toEqual([membership]);
  const member = `role=player&user=${player.id}&membership=${membershipOf(player.id)}`;
  const notebooks = `/internal/campaigns/${campaign}/notebooks?${member}`;
  expect(service.documents.calls.slice(before[1])).toEqual([numbers, notebooks]);
});

it('suggests people to members of their campaign only', async () => {
  const [ann, other] = await Promise.all([
    service.identity.join('Ann Marie Smith'),
    service.identity.join('Smithers'),
  ]);
  ({ id: campaign, written } = service.campaign([
    [gm, 'owner'],
    [ann, 'co_gm'],
    [player, 'player'],
  ]));
  service.campaign([[other, 'owner']]);
  const suggest = async (q: string, as: TestPerson, headers = {}) =>
    service.callUntilReady(
      'GET',
      `/api/search/suggest/?campaign=${campaign}&q=${encodeURIComponent(q)}`,
      { as, headers },
    );
  const found = [{ kind: 'person', text: 'Ann Marie Smith', person: ann.id, role: 'co_gm' }];
  // Before anything was written too.
  for (const q of ['smi', 'MARIE', 'ann smith', 'smith an'])
    expect((await suggest(q, player)).body.suggestions).toEqual(found);
  for (const q of ['an smith', 'smithers', 'mary'])
    expect((await suggest(q, player)).body.suggestions).toEqual([]);
  const document = written.add({ name: 'Smithy', lines: ['# Smithing'] });
  await service.indexer.catchUp(campaign);
  const kinds = ['document', 'person', 'heading', 'word', 'word'];
  const told = (await suggest('smith', player)).body.suggestions;
  expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
  expect(told[0]).toMatchObject({ document });
  expect((await suggest('smith', gm, { 'x-view-as': player.id })).body.suggestions).toEqual(told);
  expect((await suggest('smith', other)).status).toBe(404);
  // Without names the rest is suggested.
  service.identity.edge.mode = 'down';
  const rest = (await suggest('smith', player)).body.suggestions;
  service.identity.edge.mode = 'up';
  expect(rest).toEqual(told.filter(({ kind }: { kind: string }) => kind !== 'person'));
  service.leave(campaign, ann);
  expect((await suggest('marie', player)).body.suggestions).toEqual([]);
});

it('respects the limit', async () => {
  written.add({ name: 'Many', lines: Array.from({ length: 60 }, (_, n) => `Goblin number ${n}.`) });
  expect((await search('goblin')).hits).toHaveLength(20);
  expect((await search('goblin', gm, '&limit=50')).hits).toHaveLength(50);
  expect((await search('goblin', gm, '&kind=file')).hits).toEqual([]);
});

it('gives view-as the response of the player', async () => {
  const document = written.add(VILLAGE);
  written.write(document, 'Agatha is a ghost.', 'gm');
  for (const path of [`?campaign=${campaign}&q=agatha`, `suggest/?campaign=${campaign}&q=aga`]) {
    const own = await service.callUntilReady('GET', `/api/search/${path}`, { as: player });
    for (const who of [player.id, 'party']) {
      const seen = await service.callUntilReady('GET', `/api/search/${path}`, {
        as: gm,
        headers: { 'x-view-as': who },
      });
      expect(seen).toEqual({ ...seen, status: 200, body: own.body });
    }
    const refused = { headers: { 'x-view-as': 'party' } };
    expect(
      (await service.callUntilReady('GET', `/api/search/${path}`, { as: player, ...refused }))
        .status,
    ).toBe(403);
  }
  const ask = (as: TestPerson, headers = {}) =>
    service.callUntilReady('POST', '/api/search/ask/', {
      as,
      headers,
      body: { campaign, question: 'Who is Agatha?' },
    });
  const { body: told } = await ask(player);
  expect(told.answer[0].text).toBe(VILLAGE.lines[3]);
  for (const who of [player.id, 'party'])
    expect(await ask(gm, { 'x-view-as': who })).toMatchObject({ status: 200, body: told });
  expect(JSON.stringify((await ask(gm)).body)).toContain('ghost');
  expect((await ask(player, { 'x-view-as': 'party' })).status).toBe(403);
  expect((await ask(gm, { 'x-view-as': gm.id })).status).toBe(400);
  const everywhere = await service.callUntilReady('GET', '/api/search/?q=x', {
    as: gm,
    headers: { 'x-view-as': 'party' },
  });
  expect(everywhere.status).toBe(400);
});

it('rejects strangers and former members', async () => {
  written.add(VILLAGE);
  const stranger = await service.identity.join('Stranger');
  const url = `/api/search/?campaign=${campaign}&q=wine`;
  expect(await service.callUntilReady('GET', url, { as: stranger })).toMatchObject({
    status: 404,
    body: { code: 'campaign.not_found' },
  });
  expect((await service.callUntilReady('GET', url, { as: player })).status).toBe(200);
  service.leave(campaign, player);
  expect((await service.callUntilReady('GET', url, { as: player })).status).toBe(404);
  expect((await service.callUntilReady('GET', url)).status).toBe(401);
});
