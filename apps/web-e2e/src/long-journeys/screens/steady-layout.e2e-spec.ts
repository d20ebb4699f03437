import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Google's limit of a good page is 0.1. */
const MAX_SHIFT = 0.02;
/** Number of notes: more than a window shows. */
const NOTES = 30;
/** A page is complete when it has not requested anything for this time. */
const QUIET_MS = 1_500;

const MARKDOWN = Array.from(
  { length: 20 },
  (_, index) => `## Night ${index + 1}\n\nThe bell rings below the lake, and the ferryman rows on.`,
).join('\n\n');

/** Calls take different times, so that the parts of a page appear one after the other. */
const delayOf = (url: string) => 200 + (new URL(url).pathname.length % 5) * 250;

const isStream = (request: Request) => new URL(request.url()).pathname.startsWith('/api/live');

/** Layout shifts of a page that loads at the address, until it requests nothing more. */
async function shiftsOf(page: Page, address: string): Promise<Shift[]> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const begin = (request: Request) => {
    if (!isStream(request)) open.add(request);
    changedAt = performance.now();
  };
  const end = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(address);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  while (open.size > 0 || performance.now() - changedAt < QUIET_MS) await setTimeout(100);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shift[]);
}

/** A shift, and the moved elements with their places before and after. */
interface Shift {
  value: number;
  moved: string[];
}

function watchShifts() {
  const shifts: Shift[] = [];
  Reflect.set(globalThis, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node, previousRect, currentRect }) =>
            [
              `${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
              node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeValue,
            ].join(': '),
          ),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Missing in TypeScript's library. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

describe.each([
  ['game master', { width: 1280, height: 900 }],
  ['game master', { width: 390, height: 844 }],
  ['player', { width: 1280, height: 900 }],
  ['player', { width: 390, height: 844 }],
])('pages of a %s, %o', (role, viewport) => {
  let gm: Tab, player: Tab;
  let campaign: string, note: string;
  const reader = () => (role === 'player' ? player : gm);

  beforeAll(async () => {
    gm = await newUser('Ada', 'Still', viewport);
    player = await newUser('Ben', 'Calm', viewport);
    campaign = await newCampaign(gm, 'The Quiet Lake', await userId(player));
    for (let number = 1; number <= NOTES; number++) {
      const { status, body } = await callApi(gm, 'POST', '/api/documents/notes/', {
        campaign,
        title: `Tale ${number}`,
        is_spoilers: number % 3 === 1,
        markdown: MARKDOWN,
      });
      expect(status).toBe(201);
      note = (body as { id: string }).id;
    }
    const { page } = reader();
    await page.addInitScript(watchShifts);
    await page.route('**/api/**', async (route) => {
      await setTimeout(delayOf(route.request().url()));
      // The page may be closed by then.
      await route.continue().catch(() => undefined);
    });
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  it.each([
    ['campaigns', () => '/home'],
    ['overview', () => `/campaigns/${campaign}`],
    ['library', () => `/campaigns/${campaign}/library`],
    ['document', () => `/campaigns/${campaign}/library/${note}`],
    ['search', () => `/campaigns/${campaign}/search?q=bell`],
    ['questions', () => `/campaigns/${campaign}/ask`],
    ['sessions', () => `/campaigns/${campaign}/sessions`],
    ['ledger', () => `/campaigns/${campaign}/ledger`],
    ['account', () => '/account'],
  ])('%s stays where it is while it loads', async (_, address) => {
    const shifts = await shiftsOf(reader().page, address());
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum <= MAX_SHIFT ? [] : shifts).toEqual([]);
  });
});

afterAll(closeBrowser);
