import fs from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../product/browser';
import { callApi, newPerson, seat, signUp, type Seat } from '../product/person';

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe on the page as it stands. */
async function findings(page: Page): Promise<string[]> {
  // The page's own policy refuses foreign scripts, so axe runs from the test's side.
  await page.evaluate(AXE);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

describe.each(['light', 'dark'] as const)('screens in %s', (colorScheme) => {
  let gm: Seat;
  let campaign: string;
  const problems: string[] = [];

  beforeAll(async () => {
    gm = await seat(newPerson('Runa', 'Vale'));
    await signUp(gm);
    await gm.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const created = await callApi(gm, 'POST', '/api/campaigns/', {
      title: 'Ash and Amber',
      game_system: 'OSE',
    });
    campaign = (created.body as { id: string }).id;
    gm.page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
    });
    gm.page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(async () => {
    await gm?.context.close();
    if (colorScheme === 'dark') await closeBrowser();
  });

  it.each(['/', '/features', '/faq', '/home', '/campaigns/new', 'campaign', '/account', '/app'])(
    '%s has no serious finding, one header, one main and one h1',
    async (where) => {
      const { page } = gm;
      await page.goto(where === 'campaign' ? `/campaigns/${campaign}` : where);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (where === 'campaign')
        await page.getByRole('button', { name: 'Upload Document' }).first().waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.locator('header').count()).toBe(1);
      expect(await page.locator('main').count()).toBe(1);
      expect(await page.locator('h1').count()).toBe(1);
    },
  );

  it.each(['/login', '/signup', '/forgot-password'])(
    '%s, signed out, has none either',
    async (path) => {
      const visitor = await seat(newPerson('No', 'One'));
      await visitor.page.emulateMedia({ colorScheme });
      await visitor.page.goto(path);
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findings(visitor.page)).toEqual([]);
      await visitor.context.close();
    },
  );

  it('the dialogs of the campaign page have none', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('met no refusal of the content security policy and no uncaught error', () => {
    expect(problems).toEqual([]);
  });
});
