import type { TestPerson } from '@tomekeeper/testing';
import { startSearchApp, type SearchApp } from '../search-app';
import { largeCampaign, questionsOf, type Answerable, type Question } from './questions';

jest.setTimeout(600_000);

/** The embedding provider, if configured; otherwise the lexical quality is measured. */
const { SEARCH_MODEL_URL, SEARCH_MODEL_KEY } = process.env;
const isByMeaning = SEARCH_MODEL_URL !== undefined;

/** Targets for lexical search, and minimum for semantic search. */
const BARS = { recallAt5: 0.75, recallAt1: 0.53, misspeltAt5: 0.8, refused: 0.85, kept: 0.8 };

let service: SearchApp;
let gm: TestPerson;
let campaign: { id: string; texts: ReadonlyMap<string, string> };

beforeAll(async () => {
  service = await startSearchApp(isByMeaning ? { SEARCH_MODEL_URL, SEARCH_MODEL_KEY } : undefined);
  gm = await service.identity.join('Wren Ashdown');
  const { id, written } = service.campaign([[gm, 'owner']]);
  const texts = new Map<string, string>();
  for (const document of await largeCampaign())
    for (const passage of written.textsOf(written.add(document)))
      texts.set(passage.id, passage.text);
  campaign = { id, texts };
  await service.indexer.catchUp(id);
  if (isByMeaning) await service.embedAll();
});
afterAll(() => service?.stop());

it('has one answering passage per answerable question', async () => {
  const all = [...(await questionsOf('tuned')), ...(await questionsOf('reported'))];
  const answerable = all.filter(isAnswerable);
  expect(answerable.length).toBeGreaterThanOrEqual(200);
  expect(all.length - answerable.length).toBeGreaterThanOrEqual(100);
  const standsIn = ({ answer }: Answerable) =>
    [...campaign.texts.values()].filter((text) => text.includes(answer)).length;
  expect(answerable.filter((one) => standsIn(one) !== 1)).toEqual([]);
});

it.each(['tuned', 'reported'] as const)('meets the targets for %s questions', async (half) => {
  const answerable = (await questionsOf(half)).filter(isAnswerable);
  const ranks = new Map<Answerable, number>();
  for (const one of answerable) ranks.set(one, await rankOf(one));
  const recall = (at: number, kind?: Answerable['kind']) => {
    const asked = answerable.filter((one) => kind === undefined || one.kind === kind);
    return asked.filter((one) => (ranks.get(one) ?? Infinity) <= at).length / asked.length;
  };
  const how = isByMeaning ? 'by words and meaning' : 'by words';
  const kinds = (['exact', 'paraphrase', 'misspelt'] as const).map(
    (kind) => `${kind} ${recall(5, kind).toFixed(3)}`,
  );
  process.stdout.write(
    `${half}, ${how}: recall@1 ${recall(1).toFixed(3)}, @5 ${recall(5).toFixed(3)} (${kinds.join(', ')})\n`,
  );
  expect(recall(5)).toBeGreaterThanOrEqual(BARS.recallAt5);
  expect(recall(1)).toBeGreaterThanOrEqual(BARS.recallAt1);
  expect(recall(5, 'misspelt')).toBeGreaterThanOrEqual(BARS.misspeltAt5);
});

it.each(['tuned', 'reported'] as const)(
  'answers what has an answer, and nothing else: %s',
  async (half) => {
    const questions = await questionsOf(half);
    const answered = new Set<Question>();
    for (const one of questions) if (await isAnswered(one)) answered.add(one);
    const answerable = questions.filter(isAnswerable);
    const others = questions.filter((one) => !isAnswerable(one));
    const kept = answerable.filter((one) => answered.has(one)).length / answerable.length;
    const refused = others.filter((one) => !answered.has(one)).length / others.length;
    expect(refused).toBeGreaterThanOrEqual(BARS.refused);
    expect(kept).toBeGreaterThanOrEqual(BARS.kept);
  },
);

const isAnswerable = (one: Question): one is Answerable => one.kind !== 'unanswerable';

/** Among the first ten hits. */
async function rankOf({ question, answer }: Answerable): Promise<number> {
  const q = encodeURIComponent(question);
  const path = `/api/search/?campaign=${campaign.id}&limit=10&q=${q}`;
  const { status, body } = await service.callUntilReady('GET', path, { as: gm });
  expect(status).toBe(200);
  const at = body.hits.findIndex(({ passage }: { passage?: string }) =>
    campaign.texts.get(passage ?? '')?.includes(answer),
  );
  return at === -1 ? Infinity : at + 1;
}

async function isAnswered({ question }: Question): Promise<boolean> {
  const { status, body } = await service.callUntilReady('POST', '/api/search/ask/', {
    as: gm,
    body: { campaign: campaign.id, question },
  });
  expect(status).toBe(200);
  return body.answer !== null;
}
