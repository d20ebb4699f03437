import type { Locator, Page } from 'playwright-core';
import { closeBrowser, browser } from '../product/browser';
import { Hands } from '../product/hands';
import { callApi, pressSignIn } from '../product/person';
import { startProduct, type Product } from '../product/product';
import { takePicture } from './picture-files';

const WIDTHS = [
  { width: 1280, height: 860 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const CAMPAIGN = 'The Drowned Bell of Gallowmere';
/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 60_000 };

/** `npm run pictures -- session`: one session from plan to published recap, for `deploy/docs/session.md`. */
describe('pictures of a session', () => {
  let product: Product;
  let gm: Page, mira: Page;
  let hands: Hands;
  let campaign: string;
  let session: string;
  const took: string[] = [];

  beforeAll(async () => {
    product = await startProduct({}, ['--demo']);
    gm = await signedIn('gm');
    mira = await signedIn('mira');
    hands = new Hands(gm);
    const { body } = await callApi({ page: gm }, 'GET', '/api/campaigns/');
    const found = (body as { id: string; title: string }[]).find(({ title }) => title === CAMPAIGN);
    campaign = `/campaigns/${found?.id}`;
    await withoutSessions();
    await gm.goto(campaign);
    await mira.goto(campaign);
  }, 300_000);
  afterAll(async () => {
    process.stdout.write(`${took.join('\n')}\n`);
    await closeBrowser();
    await product?.stop();
  });

  async function signedIn(name: string): Promise<Page> {
    const context = await (
      await browser()
    ).newContext({ baseURL: product.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.setViewportSize(WIDTHS[0]!);
    const password = /Demo password\s+(\S+)/.exec(product.output())?.[1] ?? '';
    await pressSignIn(page, { email: `${name}@demo.tomekeeper.example`, password });
    await page.waitForURL('**/home');
    return page;
  }

  /** Deletes planned sessions of the demo, so that there is one next session. */
  async function withoutSessions(): Promise<void> {
    const path = `/api${campaign}/sessions/`;
    const { body } = await callApi({ page: gm }, 'GET', path);
    for (const { id, state } of body as { id: string; state: string }[])
      if (state === 'planned') await callApi({ page: gm }, 'DELETE', `${path}${id}/`);
  }

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const tonight = () => gm.getByRole('region', { name: 'Tonight' });

  /** Performs a step, whose number of interactions is in the docs. */
  async function step(name: string, interactions: number, work: () => Promise<void>) {
    const before = hands.count;
    await work();
    const count = hands.count - before;
    took.push(`${name}: ${count}`);
    expect({ name, count }).toEqual({ name, count: interactions });
  }

  async function pictures(page: Page, name: string): Promise<void> {
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      for (const theme of ['light', 'dark'] as const)
        await takePicture(page, `session-${name}-${size.width}-${theme}`, theme);
    }
    await page.setViewportSize(WIDTHS[0]!);
  }

  it('planned', async () => {
    await step('Plan', 5, async () => {
      await hands.press(gm.getByRole('link', { name: 'Plan one' }));
      await hands.press(button(gm, 'Plan a session'));
      await hands.fill('Title', 'The lighthouse keeper');
      await hands.fill('Date', '2027-03-05');
      await hands.press(button(gm, 'Plan session'));
      await gm.getByRole('heading', { level: 1, name: 'The lighthouse keeper' }).waitFor();
    });
    session = new URL(gm.url()).pathname;
    await step('Announce', 3, async () => {
      await hands.press(button(gm, 'Announce'));
      await hands.fill('Number', '41');
      await hands.press(button(gm.getByRole('dialog'), 'Announce'));
      await gm.getByRole('heading', { level: 1, name: /^Session 41/ }).waitFor();
    });
  });

  it('prepared', async () => {
    await step('Checklist of two items', 4, async () => {
      for (const item of ['Print the notice', 'Who stole the lamp?']) {
        await hands.fill('New item', item);
        await hands.key('Enter');
        await gm.getByRole('checkbox', { name: item }).waitFor(SOON);
      }
    });
    await step('Board of three items', 9, async () => {
      await hands.press(button(tonight(), 'Add from the library'));
      const dialog = gm.getByRole('dialog');
      for (const [words, found] of [
        ['Map of Gallowmere', /Gallowmere/],
        ['lamp oil with church silver', /keeper hides, “/],
      ] as const) {
        await hands.fillIn(dialog.getByRole('searchbox'), words);
        await hands.press(button(dialog, found).first());
      }
      await hands.press(button(dialog, 'Done'));
      await hands.press(button(tonight(), 'Add text'));
      await hands.fillIn(tonight().getByLabel('Text'), 'The keeper rows out at the third bell.');
      await hands.press(button(tonight(), 'Save'));
    });
    await tonight().getByRole('img').first().waitFor(SOON);
    await pictures(gm, 'prepared');
  });

  it('running', async () => {
    await step('Start', 1, async () => {
      await hands.press(button(gm, 'Start session'));
      await button(gm, 'Close session').waitFor();
    });
    await mira.getByText('Running').waitFor(SOON);
    await pictures(mira, 'player-running');
    await step('Show a public map', 1, async () => {
      await hands.press(button(tonight(), /^Show: Map of Gallowmere/));
      await mira.getByRole('dialog').getByRole('img').waitFor(SOON);
    });
    await pictures(gm, 'running');
    await pictures(mira, 'player-shown');
    await button(mira.getByRole('dialog'), 'Close').click();
    await step('Show a hidden passage, and reveal it', 5, async () => {
      await hands.press(button(tonight(), /^Show: a passage/));
      await hands.press(button(gm, 'Show and reveal'));
      await hands.fillIn(gm.getByRole('dialog').getByLabel(/title/i), 'The keeper');
      await hands.press(button(gm.getByRole('dialog'), 'Show now'));
      // The players do not know the names in it.
      await hands.press(button(gm, 'Go on'));
      await mira.getByRole('dialog', { name: 'The keeper' }).waitFor(SOON);
    });
    await button(mira.getByRole('dialog'), 'Close').click();
  });

  it('closed, with a published recap', async () => {
    await step('Close', 1, async () => {
      await hands.press(button(gm, 'Close session'));
      await gm.getByText('Played').waitFor();
    });
    await step('Recap: draft', 1, async () => {
      await hands.press(button(gm, 'Write the recap'));
      await gm.waitForURL(/\/library\/.*edit=1/);
      await gm
        .getByText(/Map of Gallowmere/)
        .first()
        .waitFor(SOON);
    });
    await pictures(gm, 'recap');
    await gm.goto(session);
    await step('Recap: publish', 2, async () => {
      await hands.press(button(gm, 'Publish recap'));
      await hands.press(button(gm.getByRole('dialog'), 'Publish'));
      await gm.getByText(/^Published as/).waitFor(SOON);
    });
    await pictures(gm, 'published');
    await mira.goto(campaign);
    await mira.locator('p', { hasText: 'Previously on…' }).getByRole('link').waitFor(SOON);
    await pictures(mira, 'player-recap');
  });
});
