import type { AskAnswer, SearchAnswer, SessionResult } from '@tomekeeper/contracts-search';
import type { TestPerson } from '@tomekeeper/testing';
import { gmOf, playerOf } from '../src/access/viewer-scoped-rows';
import { SearchEngine } from '../src/query/search-engine';
import { firstSeen } from '../src/time-questions/first-seen';
import { contentOf, type Reader } from '../src/time-questions/session-content';
import { membershipOf, startSearchApp, type SearchApp } from './search-app';
import type { ScriptedCampaign } from './scripted-documents';
import type { ScriptedSession } from './scripted-sessions';

let service: SearchApp;
let gm: TestPerson, player: TestPerson;

beforeAll(async () => {
  service = await startSearchApp();
  ({ gm, player } = await service.joinGmAndPlayer());
});
afterAll(() => service?.stop());
afterEach(() => {
  service.brokenPaths.length = 0;
});

const id = (last: number) => `99999999-0000-4000-8000-00000000000${last}`;
const evening = (day: number) => ({
  starts_at: `2026-03-0${day}T19:00:00.000Z`,
  started_at: `2026-03-0${day}T19:05:00.000Z`,
  closed_at: `2026-03-0${day}T23:00:00.000Z`,
});
const during = (day: number, minute = 0) =>
  `2026-03-0${day}T20:${String(minute).padStart(2, '0')}:00.000Z`;
/** Dates in the future of every test run. */
const [EARLIER, NEXT] = ['2999-03-07T19:00:00.000Z', '2999-03-14T19:00:00.000Z'];

interface Played {
  campaign: string;
  written: ScriptedCampaign;
  sessions: ScriptedSession[];
}

/** Four sessions and a planned one. With secrets, the campaign has more that only the GM sees. */
async function play({ hasSecrets = true } = {}): Promise<Played> {
  const { id: campaign, written } = service.campaignOf({ gm, player });
  const recap = written.add({
    name: 'Session 2: recap',
    at: '2026-03-02T23:30:00.000Z',
    lines: [
      '## Previously on…',
      'The party crossed the marsh.',
      'Odo the ferryman asked for nine gold.',
      'At dawn the bell of Krezk fell silent.',
    ],
  });
  written.add({ name: 'Session 1', at: during(9), lines: ['Ireena hired the party in Vallaki.'] });
  const people = written.add({ name: 'People', spoilers: true, lines: [] });
  const reveal = (text: string, at: string, audience = 'party') => {
    const passage = written.write(people, text);
    written.setAudience(passage, audience, 'People', during(2));
    written.revealAt(passage, at);
  };
  reveal('Odo steers the ferry over the marsh.', during(2));
  reveal('The abbot keeps the key of the crypt.', during(3, 1));
  reveal('Odo is a wanted man. His brother Fenn hides him.', during(3, 2));
  reveal('Fenn drowned last winter.', during(3, 3));
  const secret = 'Strahd owns the ferry of Odo.';
  let draft: string | undefined, plan: string | undefined;
  if (hasSecrets) {
    written.write(people, secret);
    reveal('Strahd pays Odo.', during(1), written.choose(membershipOf(gm.id)));
    plan = written.add({ name: 'Plan', spoilers: true, lines: ['Strahd meets Odo at the mill.'] });
    draft = written.add({ name: 'Draft', spoilers: true, lines: ['Strahd watched. He won.'] });
  }
  const sessions: ScriptedSession[] = [
    { id: id(1), number: 1 },
    { id: id(2), number: 2, ...evening(2), recap, title: 'The marsh', isTitleReleased: true },
    { id: id(3), number: 3, ...evening(3), ...(hasSecrets && { title: 'Strahd', recap: draft! }) },
    { id: id(4), number: 4, state: 'planned', starts_at: NEXT, time_zone: 'Europe/Berlin' },
  ];
  if (hasSecrets) {
    sessions.push({ id: id(5), title: 'Strahd wins', state: 'planned', starts_at: EARLIER });
    Object.assign(sessions[3]!, { plan, open_items: ['Print the letter', 'Who pays Odo?'] });
    Object.assign(sessions[2]!, { open_items: ['Where is Strahd?'] });
  }
  service.setSessions(campaign, sessions);
  await service.indexer.catchUp(campaign);
  return { campaign, written, sessions };
}

const call = async (...[method, url, more]: Parameters<SearchApp['call']>) => {
  const answer = await service.callUntilReady(method, url, more);
  expect(answer.status).toBe(200);
  return answer.body;
};
const search = (
  { campaign }: Pick<Played, 'campaign'>,
  q: string,
  as = player,
  more: { query?: string; headers?: Record<string, string> } = {},
): Promise<SearchAnswer> =>
  call('GET', `/api/search/?campaign=${campaign}&q=${encodeURIComponent(q)}${more.query ?? ''}`, {
    as,
    ...(more.headers && { headers: more.headers }),
  });
const ask = ({ campaign }: Pick<Played, 'campaign'>, question: string, as = player) =>
  call('POST', '/api/search/ask/', { as, body: { campaign, question } }) as Promise<AskAnswer>;
const numbersOf = (sessions: SessionResult[] | undefined) => sessions?.map(({ number }) => number);
const quotesOf = ({ answer }: AskAnswer) => answer?.map(({ text }) => text) ?? [];

const RECAP = [
  'The party crossed the marsh.',
  'Odo the ferryman asked for nine gold.',
  'At dawn the bell of Krezk fell silent.',
];
const REVEALED = [
  'The abbot keeps the key of the crypt.',
  'Odo is a wanted man. His brother Fenn hides him.',
  'Fenn drowned last winter.',
];
const DRAFT = 'Strahd watched. He won.';
/** Question; session and quotations for the player; quotations for the GM, if others. */
const QUESTIONS: readonly [
  question: string,
  session: number,
  quotes: string[],
  forGm?: string[],
][] = [
  ['session 2', 2, RECAP],
  ['Recap of session 2', 2, RECAP],
  ['s1', 1, ['Ireena hired the party in Vallaki.']],
  ['sesion 3', 3, REVEALED, [DRAFT]],
  ['summary of the last session', 3, REVEALED, [DRAFT]],
  ['last time', 3, REVEALED, [DRAFT]],
  ['Was ist letztes Mal passiert?', 3, REVEALED, [DRAFT]],
  [
    'Where did we leave off?',
    3,
    ['Odo is a wanted man. His brother Fenn hides him.', 'Fenn drowned last winter.'],
    [DRAFT],
  ],
  ['When did we meet Odo?', 2, ['Odo steers the ferry over the marsh.']],
  ['In which session did we meet Fenn?', 3, ['His brother Fenn hides him.']],
  ['When did we first hear about Krezk?', 2, ['At dawn the bell of Krezk fell silent.']],
  ['When was Ireena introduced?', 1, ['Ireena hired the party in Vallaki.']],
];

describe('questions about time', () => {
  let played: Played;
  beforeAll(async () => {
    played = await play();
  });

  it.each(QUESTIONS)(
    '%j is about session %i, for the player',
    async (question, session, quotes) => {
      const [found, answered] = [await search(played, question), await ask(played, question)];
      for (const { sessions } of [found, answered]) expect(numbersOf(sessions)).toEqual([session]);
      expect(quotesOf(answered)).toEqual(quotes);
      expect(JSON.stringify([found, answered])).not.toContain('Strahd');
      // Sentences are verbatim at its citation.
      for (const { text, citations } of answered.answer ?? []) {
        const [{ passage, start, end } = { passage: '', start: 0, end: 0 }] = citations;
        expect(played.written.textOf(passage).slice(start, end)).toBe(text);
        expect(answered.passages.map((one) => one.passage)).toContain(passage);
      }
    },
  );

  it.each(QUESTIONS)(
    '%j is about session %i, for the GM',
    async (question, session, quotes, forGm = quotes) => {
      const answered = await ask(played, question, gm);
      expect(numbersOf(answered.sessions)).toEqual([session]);
      expect(quotesOf(answered)).toEqual(forGm);
    },
  );

  it('lists the sources of a session in order, and gives GMs the plan', async () => {
    const sourcesOf = async (q: string, as: TestPerson) =>
      (await search(played, q, as)).sessions![0]!.passages.map(({ source }) => source);
    const revealed = REVEALED.map(() => 'revealed');
    expect(await sourcesOf('session 2', player)).toEqual(['recap', 'recap', 'recap', 'revealed']);
    expect(await sourcesOf('session 3', player)).toEqual(revealed);
    expect(await sourcesOf('session 3', gm)).toEqual(['recap', ...revealed]);
    expect(await sourcesOf('session 4', gm)).toEqual(['plan']);
    expect(await sourcesOf('session 4', player)).toEqual([]);
    expect(await sourcesOf('session 1', player)).toEqual(['document']);
  });

  it('names the next session, an unannounced one for GMs alone', async () => {
    const nextOf = async (as: TestPerson) => {
      const { sessions, answer, passages } = await ask(played, 'When is the next session?', as);
      expect([answer, passages]).toEqual([null, []]);
      return sessions?.map(({ number, starts_at }) => [number, starts_at]);
    };
    expect(await nextOf(player)).toEqual([[4, NEXT]]);
    expect(await nextOf(gm)).toEqual([[null, EARLIER]]);
  });

  it('gives GMs open checklist items as loose ends, and players the end of the last session', async () => {
    const { sessions, answer } = await ask(played, 'loose ends', gm);
    expect(answer).toBeNull();
    expect(sessions?.map(({ number, open_items }) => [number, open_items])).toEqual([
      [3, ['Where is Strahd?']],
      [4, ['Print the letter', 'Who pays Odo?']],
    ]);
    const ofPlayer = await ask(played, 'loose ends');
    expect(ofPlayer.asked_about).toBe('loose_ends');
    expect(quotesOf(ofPlayer)).toEqual(REVEALED.slice(1));
    expect(JSON.stringify(ofPlayer)).not.toContain('open_items');
  });

  it('has titles as far as the viewer sees them, and finds documents named alike below', async () => {
    const titles = async (as: TestPerson) =>
      (await search(played, 'session 3', as)).sessions!.map(({ title }) => title);
    expect([await titles(gm), await titles(player)]).toEqual([['Strahd'], [null]]);
    const { hits, sessions } = await search(played, 'session 2');
    expect(sessions?.[0]?.title).toBe('The marsh');
    expect(hits[0]?.title).toBe('Session 2: recap');
  });

  it('finds the session while typing, without its text', async () => {
    const typing = { query: '&typing=true' };
    const calls = service.documents.calls.length;
    const { sessions } = await search(played, 'session 2', player, typing);
    expect(sessions).toMatchObject([{ number: 2, passages: [] }]);
    const of = (url: string) => url.includes('/visible-since');
    expect(service.documents.calls.slice(calls).some(of)).toBe(false);
    expect(await search(played, 'when did we meet Odo', player, typing)).not.toHaveProperty(
      'sessions',
    );
  });

  it('answers GMs who view as a player, or the party, like them', async () => {
    for (const q of ['last session', 'session 3', 'loose ends', 'when did we meet Odo'])
      for (const eyes of [player.id, 'party'])
        expect(await search(played, q, gm, { headers: { 'x-view-as': eyes } })).toEqual(
          await search(played, q),
        );
  });

  it('has no session for numbers and names without one, and falls back to the text', async () => {
    expect(await search(played, 'session 77')).toMatchObject({
      asked_about: 'number',
      sessions: [],
    });
    const unknown = await ask(played, 'When did we meet Rahadin?');
    expect(unknown).toMatchObject({ asked_about: 'first_seen', sessions: [], answer: null });
  });

  it.each(['ferry', 'Who is Odo?', 'session', '"session 2"', 'session two halves'])(
    'asks no further service for %j',
    async (q) => {
      const calls = [service.campaigns, service.documents].map((one) => one.calls.length);
      const found = await search(played, q);
      await ask(played, q);
      expect(found).not.toHaveProperty('sessions');
      const asked = [service.campaigns, service.documents].flatMap((one, at) =>
        one.calls.slice(calls[at]),
      );
      expect(asked.filter((url) => /\/(sessions|visible-since)\?/.test(url))).toEqual([]);
    },
  );

  it('ignores sessions in a filtered search, and in one of all campaigns', async () => {
    expect(await search(played, 'session 2', gm, { query: '&kind=note' })).not.toHaveProperty(
      'sessions',
    );
    const everywhere = await call('GET', '/api/search/?q=session+2', { as: gm });
    expect(everywhere).not.toHaveProperty('sessions');
  });

  it('still searches the text without a response about sessions', async () => {
    service.brokenPaths.push('/sessions');
    const { hits, ...found } = await search(played, 'session 2');
    expect(hits[0]?.title).toBe('Session 2: recap');
    expect(found).not.toHaveProperty('sessions');
    service.brokenPaths[0] = '/visible-since';
    expect(await search(played, 'session 3')).not.toHaveProperty('sessions');
    expect(await ask(played, 'When did we meet Odo?')).not.toHaveProperty('sessions');
  });
});

it('gives players the same bytes, with and without secrets', async () => {
  const [one, other] = [await play(), await play({ hasSecrets: false })];
  /** Without random ids. */
  const plain = (body: unknown) => {
    const ids = new Map<string, number>();
    return JSON.stringify(body).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (random) => {
      if (!ids.has(random)) ids.set(random, ids.size);
      return `id ${ids.get(random)}`;
    });
  };
  const more = [
    'When is the next session?',
    'loose ends',
    'session 4',
    'session 5',
    'When did we meet Strahd?',
  ];
  for (const question of [...QUESTIONS.map(([asked]) => asked), ...more]) {
    expect(plain(await search(one, question))).toBe(plain(await search(other, question)));
    expect(plain(await ask(one, question))).toBe(plain(await ask(other, question)));
  }
  // The worlds differ for the GM.
  expect(plain(await search(one, 'session 3', gm))).not.toBe(
    plain(await search(other, 'session 3', gm)),
  );
});

describe('the recap', () => {
  it('answers without its part for GMs', async () => {
    const { id: campaign, written } = service.campaignOf({ gm, player });
    const recap = written.add({
      name: 'Session 2: the ford',
      spoilers: true,
      lines: [
        ...['## Previously on…', 'The party crossed the ford.', '## For game masters'],
        ...['☐ Introduce Fenn', 'A letter of Fenn'],
      ],
    });
    const empty = written.add({
      ...{ name: 'Session 1', spoilers: true },
      lines: ['## For game masters', '☐ Who is Fenn?'],
    });
    service.setSessions(campaign, [
      { id: id(1), number: 1, ...evening(1), recap: empty },
      { id: id(2), number: 2, ...evening(2), recap },
    ]);
    await service.indexer.catchUp(campaign);
    for (const question of ['Where did we leave off?', 'session 2'])
      expect(quotesOf(await ask({ campaign }, question, gm))).toEqual([
        'The party crossed the ford.',
      ]);
    expect(quotesOf(await ask({ campaign }, 'session 1', gm))).toEqual([]);
    expect((await ask({ campaign }, 'When did we meet Fenn?', gm)).sessions).toEqual([]);
    const { sessions } = await ask({ campaign }, 'When did we reach the ford?', gm);
    expect(numbersOf(sessions)).toEqual([2]);
  });

  it('answers also without times of visibility', async () => {
    const played = await play();
    const [of2, of3] = [await ask(played, 'session 2'), await search(played, 'session 3')];
    expect(numbersOf(of3.sessions)).toEqual([3]);
    service.brokenPaths.push('/visible-since');
    expect(quotesOf(await ask(played, 'session 2'))).toEqual(quotesOf(of2));
    expect(await search(played, 'session 3')).not.toHaveProperty('sessions');
    expect(quotesOf(await ask(played, 'session 3', gm))).toEqual([DRAFT]);
  });
});

it('reads documents named after a session, and no plans', async () => {
  const { id: campaign, written } = service.campaignOf({ gm, player });
  const planNote = (number: number) =>
    written.add({ name: `Plan: Session ${number}`, spoilers: true, lines: ['Fenn attacks.'] });
  written.add({ name: 'Session 12: the gate', lines: ['Odo met Fenn at the gate.'] });
  service.setSessions(campaign, [
    { id: id(1), number: 11, plan: planNote(11) },
    { id: id(2), number: 12, plan: planNote(12) },
  ]);
  await service.indexer.catchUp(campaign);
  const { answer, sessions } = await ask({ campaign }, 'When did we meet Fenn?', gm);
  expect(numbersOf(sessions)).toEqual([12]);
  expect(answer?.map(({ text }) => text)).toEqual(['Odo met Fenn at the gate.']);
  expect(quotesOf(await ask({ campaign }, 'session 12', gm))).toEqual([
    'Odo met Fenn at the gate.',
  ]);
});

it('asks for the earliest passages of a session, and for the latest about its end', async () => {
  const played = await play();
  const asked = async (question: string) => {
    const calls = service.documents.calls.length;
    await ask(played, question);
    const urls = service.documents.calls.slice(calls);
    return urls.flatMap((url) => /[?&]keep=(\w+)/.exec(url)?.[1] ?? []);
  };
  expect(await asked('session 3')).toEqual(['earliest']);
  expect(await asked('Where did we leave off?')).toEqual(['latest']);
});

it('finds the first of many mentions by time, not by text or position', async () => {
  const { id: campaign, written } = service.campaignOf({ gm, player });
  const add = (name: string, at: string, texts: string[], more: { id?: string } = {}) => {
    const document = written.add({ name, at, lines: [], ...more });
    return texts.map((text) => written.write(document, text));
  };
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `A day of ${name}, number ${at}.`);
  const lastId = 'ffffffff-0000-4000-8000-000000000001';
  add('Old', during(1), ['Zola met Odo.'], { id: lastId });
  add('New', during(2), many('Odo', 1_000));
  const ofFenn = add('Letters', during(1), many('Fenn', 250));
  for (const passage of ofFenn) written.revealAt(passage, during(2));
  written.revealAt(ofFenn.at(-1)!, during(1, 1));
  service.setSessions(campaign, [
    { id: id(1), number: 1, ...evening(1) },
    { id: id(2), number: 2, ...evening(2) },
  ]);
  await service.indexer.catchUp(campaign);
  for (const as of [player, gm]) {
    expect(quotesOf(await ask({ campaign }, 'When did we meet Odo?', as))).toEqual([
      'Zola met Odo.',
    ]);
    expect(quotesOf(await ask({ campaign }, 'When did we meet Fenn?', as))).toEqual([
      'A day of Fenn, number 249.',
    ]);
  }
});

describe('the number of queries', () => {
  const countQueries = async (
    { campaign, sessions }: Pick<Played, 'campaign'> & Pick<Reader, 'sessions'>,
    as: 'gm' | 'player',
    read: (reader: Reader) => Promise<unknown>,
  ) => {
    const inCampaign = { campaign, allowsExternalModels: false };
    let queries = 0;
    const count = <Args extends unknown[], Rows>(query: (...args: Args) => Rows) => {
      return (...args: Args) => {
        queries += 1;
        return query(...args);
      };
    };
    await read({
      db: {
        query: count(service.uow.query.bind(service.uow)),
        queryOften: count(service.uow.queryOften.bind(service.uow)),
      } as Reader['db'],
      feed: { visibleSince: () => Promise.resolve([]) },
      viewer: as === 'gm' ? gmOf(inCampaign) : playerOf(inCampaign, []),
      membership: { role: as } as Reader['membership'],
      sessions,
    });
    return queries;
  };
  const played = (number: number, more: ScriptedSession | object = {}) =>
    ({
      id: id(number),
      number,
      ...evening(number),
      plan: null,
      recap: null,
      ...more,
    }) as Reader['sessions'][0];

  it('is the same with a hidden recap and without a recap', async () => {
    const { id: campaign, written } = service.campaignOf({ gm, player });
    const recap = written.add({ name: 'Draft', spoilers: true, lines: ['A secret.'] });
    written.add({ name: 'Session 1', lines: ['The party met.'] });
    await service.indexer.catchUp(campaign);
    const counts = [played(1), played(1, { recap })].map((session) =>
      countQueries({ campaign, sessions: [session] }, 'player', (reader) =>
        contentOf(reader, session),
      ),
    );
    const [without, hidden] = await Promise.all(counts);
    expect(hidden).toBe(without);
  });

  it('does not grow with the number of sessions', async () => {
    const { id: campaign, written } = service.campaignOf({ gm, player });
    written.add({ name: 'Session 9', lines: ['The party met Odo.'] });
    await service.indexer.catchUp(campaign);
    const engine = service.app.get(SearchEngine);
    const countOf = (numbers: number[]) =>
      countQueries(
        { campaign, sessions: numbers.map((number) => played(number)) },
        'gm',
        async (reader) => {
          const { sessions } = await firstSeen(reader, engine, 'Odo');
          expect(sessions.map(({ session }) => session.number)).toEqual([9]);
        },
      );
    expect(await countOf([1, 2, 3, 4, 5, 9])).toBe(await countOf([9]));
  });
});
