import type { SearchAnswer } from '@tomekeeper/contracts-search';
import type { TestPerson } from '@tomekeeper/testing';
import { startSearchApp, type SearchApp } from './search-app';
import { marked, searchIn, textOf } from './search-calls';

const CHINESE = [
  '影子在山谷里跳舞，影子也在河谷里唱歌，谷里到处是影。',
  '商队穿过影谷之后，失去了三匹马和一位向导。',
  '黑龙住在火山的洞穴里，守护着古老的王冠。',
  '龙舟停在河边，火把照亮了山路和洞口的石碑。',
];
const JAPANESE = [
  '勇者はドラゴンスレイヤーという剣を王から受け取った。',
  'ドラムとゴングの音が、レイクの町で、イヤな夜に響いた。',
  '月影村の村長は、毎晩鐘楼で見張りをしている。',
  '村の月は明るく、影は長い。',
];
const SECRET = '影谷的守卫其实是吸血鬼，月影村の村長も彼の手下だ。';

let service: SearchApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startSearchApp();
  ({ gm, player } = await service.joinGmAndPlayer());
  const { id, written } = service.campaignOf({ gm, player });
  campaign = id;
  written.add({ name: '北方的故事', lines: [...CHINESE, ...JAPANESE] });
  written.add({ name: '月影村の地図', lines: ['Map.'] });
  written.add({ name: 'Plot', spoilers: true, lines: [SECRET] });
});
afterAll(() => service?.stop());

const search = (q: string, as: TestPerson) => searchIn(service, campaign, q, as);

const found = ({ hits }: SearchAnswer) =>
  hits.map((hit) => ({ text: textOf(hit), marked: marked(hit) }));

it.each([
  ['影谷', CHINESE[1], '影谷'],
  ['古老的王冠', CHINESE[2], '古老的王冠'],
  ['洞穴', CHINESE[2], '洞穴'],
  ['石碑', CHINESE[3], '石碑'],
  ['スレイヤー', JAPANESE[0], 'スレイヤー'],
  ['ドラゴン', JAPANESE[0], 'ドラゴン'],
  ['鐘楼', JAPANESE[2], '鐘楼'],
  ['村長', JAPANESE[2], '村長'],
])('finds %s within a longer run first, for a player', async (query, text, words) => {
  const hits = found(await search(query, player));
  expect(hits[0]?.text).toBe(text);
  expect(hits[0]?.marked).toContain(words);
  expect(hits.map((hit) => hit.text)).not.toContain(SECRET);
});

it('finds titles by a part', async () => {
  expect(found(await search('月影', player))[0]?.text).toBe('月影村の地図');
});

it('finds hidden passages for GMs only', async () => {
  expect(found(await search('吸血鬼', gm))[0]).toEqual({ text: SECRET, marked: ['吸血鬼'] });
  expect(found(await search('吸血鬼', player))).toEqual([]);
});

it('quotes the sentence that answers a question', async () => {
  const body = { campaign, question: '谁守护着古老的王冠？' };
  const answer = await service.callUntilReady('POST', '/api/search/ask/', { as: player, body });
  expect(answer.body.answer?.[0]?.text).toBe(CHINESE[2]);
});
