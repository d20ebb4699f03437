import type { Locator } from 'playwright-core';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pngFile } from '../../product/files';
import { newUser, userId, type Tab } from '../../product/person';

const PHONE = { width: 390, height: 844 };
/** The same phone in landscape orientation. */
const LANDSCAPE = { width: 844, height: 390 };
const LONG = 'The secret lair of the Countess under the cathedral of Saint Ambrose, level 3.png';

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** One-handed use on a phone: tapped elements stay in place and on screen. */
describe('a campaign led by thumb', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const rows = () => gm.page.locator('[data-layout] > li');
  const row = (name: string) => rows().filter({ hasText: name.replace('.png', '') });
  const button = (name: string | RegExp) => gm.page.getByRole('button', { name });
  const places = () =>
    rows().evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return [Math.round(top + scrollY), Math.round(height)];
      }),
    );

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell', PHONE);
    player = await newUser('Pim', 'Reader', LANDSCAPE);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    for (const name of ['Crypt.png', LONG, 'Harbour.png'])
      await uploadFile(gm, {
        campaign,
        name,
        content: pngFile(900, 600),
        type: 'image/png',
        spoiler: true,
      });
    await gm.page.goto(`/campaigns/${campaign}/library`);
    await row('Harbour.png').waitFor();
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it.each(['List', 'Gallery'])(
    'no row moves while one is revealed and hidden: %s',
    async (layout) => {
      await button(layout).click();
      const before = await places();
      let gate = deferred();
      await gm.page.route('**/api/documents/*/', async (route) => {
        await gate.promise;
        await route.continue();
      });
      for (const [words, busy, after] of [
        ['Reveal', 'Revealing…', 'Public'],
        ['Hide', 'Hiding…', 'Spoilers'],
      ] as const) {
        gate = deferred();
        await button('More for Harbour.png').click();
        await gm.page.getByRole('menuitem', { name: words, exact: true }).click();
        await row('Harbour.png').getByText(busy).waitFor({ state: 'attached' });
        expect([busy, await places()]).toEqual([busy, before]);
        gate.resolve();
        await row('Harbour.png').getByText(after).waitFor();
        expect([after, await places()]).toEqual([after, before]);
      }
      await gm.page.unroute('**/api/documents/*/');
    },
  );

  it.each(['List', 'Gallery'])(
    '“More” stands beside the name and opens within: %s',
    async (layout) => {
      await button(layout).click();
      // Messages of the test before stand over the last row.
      while ((await button('Dismiss').count()) > 0) await button('Dismiss').first().click();
      for (const name of ['Crypt.png', LONG, 'Harbour.png']) {
        const more = button(`More for ${name}`);
        const place = await boxOf(more);
        const card = await boxOf(row(name));
        const shown = await boxOf(more.locator('svg'));
        expect(shown.width).toBeGreaterThan(10);
        expect(shown.right).toBeLessThanOrEqual(layout === 'Gallery' ? card.right : PHONE.width);
        expect(place.y).toBeLessThanOrEqual((await boxOf(row(name).getByRole('link'))).y + 1);
        await more.click();
        const menu = await boxOf(gm.page.getByRole('menu'));
        expect(menu.x).toBeGreaterThanOrEqual(0);
        expect(menu.right).toBeLessThanOrEqual(PHONE.width);
        await gm.page.keyboard.press('Escape');
      }
    },
  );

  it('every item of a menu that scrolls takes a tap anywhere on it', async () => {
    await button('List').click();
    await gm.page.setViewportSize({ width: PHONE.width, height: 500 });
    await button('More for Crypt.png').click();
    const menu = gm.page.getByRole('menu');
    expect(await menu.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
    const covered = await menu.getByRole('menuitem').evaluateAll((items) =>
      items
        .filter((item) => {
          item.scrollIntoView({ block: 'nearest' });
          const { left, top, bottom } = item.getBoundingClientRect();
          for (let y = top + 2; y < bottom - 2; y += 4)
            if (!item.contains(document.elementFromPoint(left + 20, y))) return true;
          return false;
        })
        .map(({ textContent }) => textContent),
    );
    expect(covered).toEqual([]);
    await gm.page.keyboard.press('Escape');
    await gm.page.setViewportSize(PHONE);
  });

  it('the first documents are on the first screen of the campaign', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    const newest = gm.page
      .getByRole('region', { name: 'Documents' })
      .getByRole('listitem')
      .filter({ hasText: 'Harbour.png' });
    expect((await boxOf(newest)).bottom).toBeLessThan(PHONE.height);
    await gm.page.goto(`/campaigns/${campaign}/library`);
    await row(LONG).waitFor();
    expect((await boxOf(row(LONG))).bottom).toBeLessThan(PHONE.height);
  });

  it('the navigation stays in reach without a network', async () => {
    await gm.context.setOffline(true);
    const message = gm.page.getByText(/^You are offline/);
    await message.waitFor();
    const navigation = gm.page.getByRole('navigation', { name: 'Campaign' });
    expect((await boxOf(message)).bottom).toBeLessThanOrEqual((await boxOf(navigation)).y);
    await gm.context.setOffline(false);
    await message.waitFor({ state: 'detached' });
  });

  it('a menu of a document’s page opens within the screen', async () => {
    await row('Harbour.png').getByRole('link').click();
    await button('More for Harbour.png').click();
    const menu = await boxOf(gm.page.getByRole('menu'));
    expect(menu.x).toBeGreaterThanOrEqual(0);
    expect(menu.right).toBeLessThanOrEqual(PHONE.width);
  });

  it('a shown document fits a phone in landscape orientation, with its title and a close button', async () => {
    await player.page.goto(`/campaigns/${campaign}`);
    await player.page.getByRole('heading', { level: 1 }).waitFor();
    await gm.page.goto(`/campaigns/${campaign}`);
    const dialog = player.page.getByRole('dialog', { name: 'Harbour' });
    await gm.page.getByText('Pim Reader is here now.').waitFor({ timeout: 20_000 });
    await button('Show now: Harbour.png').click();
    await gm.page.getByRole('radio', { name: /^Show and reveal/ }).click();
    await button('Show and reveal').click();
    await dialog.locator('img').waitFor({ timeout: 20_000 });
    for (const what of [
      dialog,
      dialog.getByRole('heading', { name: 'Harbour' }),
      dialog.getByRole('button', { name: 'Close' }),
      dialog.locator('img'),
    ]) {
      const { y, bottom } = await boxOf(what);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(LANDSCAPE.height);
    }
  });
});
