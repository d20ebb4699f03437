import type { TestPerson } from '@tomekeeper/testing';
import { startSearchApp, type SearchApp } from './search-app';
import { searchIn } from './search-calls';

const LINES = [
  "Tal'Mereth guards the vault.",
  'Skjöldr sails at dawn.',
  'Ey-La died in the archive.',
  'The Lich King sleeps below the ice.',
  'In Firecomb it always rains.',
  'Samtan Grünlich fears the cult.',
  'Umbra hunts at night.',
  'The wyvern has armor class 15.',
  'The basilisk: HP 52, Str 16.',
  'A ferry to the isle costs 1,000 marks.',
  'Mages learn it at 3rd level.',
  'The dragon hoards 25000 coins.',
  'The whole realm is worth 1000000 crowns.',
];

let service: SearchApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startSearchApp();
  ({ gm, player } = await service.joinGmAndPlayer());
  const { id, written } = service.campaignOf({ gm, player });
  campaign = id;
  written.add({ name: 'Names', lines: LINES });
  written.add({ name: 'IronGateKeep.md', lines: ['Nothing else.'] });
  written.add({
    name: 'Klippenstadt',
    lines: ['Franz Richteviel ist der Bürgermeister der Stadt, und er hat Angst vor dem Meer.'],
  });
  written.add({ name: 'Plot', spoilers: true, lines: ["Var'Nakk waits in the Black Spire."] });
});
afterAll(() => service?.stop());

const search = (q: string, as = gm) => searchIn(service, campaign, q, as);

it.each([
  ['talmereth', 0, "Tal'Mereth"],
  ["tal'mereth", 0, "Tal'Mereth"],
  ['skjoldr', 1, 'Skjöldr'],
  ['eyla', 2, 'Ey-La'],
  ['ey la', 2, 'Ey-La'],
  ['lichking', 3, 'Lich'],
  ['fire comb', 4, 'Firecomb'],
  ['samtan gruenlich', 5, 'Samtan'],
  ['mubra', 6, 'Umbra'],
  ['ac wyvern', 7, 'wyvern'],
  ['armour class of 15', 7, 'armor class'],
  ['hit points of 52', 8, 'HP'],
  ['strength of 16', 8, 'Str'],
  ['1,000,000 crowns', 12, '1000000'],
  ['"1,000,000"', 12, '1000000'],
  ['"1000"', 9, '1,000'],
  ['marks crowns -1,000', 12, 'crowns'],
  ['marks crowns -1.000.000', 9, 'marks'],
  ['1000 marks', 9, '1,000'],
  ['1.000 marks', 9, '1,000'],
  ['third level', 10, '3rd'],
  ['25,000 coins', 11, '25000'],
])('finds %s', async (q, line, highlight) => {
  const { hits } = await search(q);
  const snippet = hits[0]?.snippet ?? [];
  expect(snippet.map(({ text }) => text).join('')).toBe(LINES[line]);
  expect(snippet.find(({ match }) => match)?.text).toBe(highlight);
});

it('finds parts of titles in camel case', async () => {
  for (const q of ['gate', 'iron gate', 'irongatekeep'])
    expect((await search(q)).hits.map(({ title }) => title)).toContain('IronGateKeep.md');
});

it('splits words for players by visible text only', async () => {
  for (const q of ['blackspire', 'varnakk']) {
    expect((await search(q)).hits).toHaveLength(1);
    expect((await search(q, player)).hits).toEqual([]);
  }
});

it.each([
  ['Wer ist der Bürgermeister der Stadt?', true],
  ['Wie heißt die Tochter des Bürgermeisters von Tintenfurt?', false],
  ['Where does the Lich King sleep?', true],
  ['Where does Vorkath sleep?', false],
])('answers %s: %s', async (question, isAnswered) => {
  const { status, body } = await service.callUntilReady('POST', '/api/search/ask/', {
    as: gm,
    body: { campaign, question },
  });
  expect(status).toBe(200);
  expect(body.answer !== null).toBe(isAnswered);
});
