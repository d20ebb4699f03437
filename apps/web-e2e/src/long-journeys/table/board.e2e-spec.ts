import type { Locator, Page } from 'playwright-core';
import { eventually } from '@tomekeeper/testing';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pngFile } from '../../product/files';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
const isBoard = (url: string) => /\/board\//.test(url);

afterAll(closeBrowser);

describe('the board of a session', () => {
  let gm: Tab, second: Tab, player: Tab;
  let campaign: string;
  let path: string;
  /** Requests of the player's browser. */
  const asked: string[] = [];

  const region = (page: Page) => page.getByRole('region', { name: 'Tonight' });
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  /** Names of the items in their order. */
  const order = async (page: Page) => {
    const labels = await region(page)
      .getByRole('button', { name: /^Move item/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    return labels.map((label) => label.replace(/^Move item \d+: /, ''));
  };
  const isOrder = (page: Page, expected: string[]) =>
    eventually(async () => {
      expect(await order(page)).toEqual(expected);
      return true;
    }, SOON);
  /** Items as stored, by the API. */
  const stored = async () => {
    const { body } = await callApi(
      gm,
      'GET',
      `/api${path.replace('/sessions/', '/board/?session=')}`,
    );
    return body as { items: { kind: string; text?: string }[]; version: number };
  };
  const isStored = (check: (board: Awaited<ReturnType<typeof stored>>) => void) =>
    eventually(async () => {
      check(await stored());
      return true;
    }, SOON);
  const choose = async (page: Page, item: number, name: string) => {
    await region(page)
      .getByRole('button', { name: new RegExp(`^More actions of item ${item}:`) })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  const addText = async (page: Page, text: string) => {
    await button(region(page), 'Add text').click();
    await region(page).getByLabel('Text').fill(text);
    await button(region(page), 'Save').click();
    await region(page).getByText(text).waitFor();
  };
  const open = async ({ page }: Tab) => {
    await page.goto(path);
    await button(region(page), 'Add text').waitFor();
  };

  beforeAll(async () => {
    [gm, second] = [await newUser('Gerda', 'Moss'), await newUser('Otto', 'Lamm')];
    player = await newUser('Pia', 'Reed', PHONE);
    const co = await userId(second);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player), co);
    player.page.on('request', (request) => asked.push(request.url()));
    await callApi(gm, 'PATCH', `/api/campaigns/${campaign}/players/${co}/`, { role: 'co_gm' });
    await callApi(gm, 'POST', '/api/documents/notes/', {
      ...{ campaign, title: 'The letter of the abbot', is_spoilers: true },
      markdown: 'Meet me where the bell used to ring.',
    });
    await uploadFile(gm, {
      ...{ campaign, name: 'Map of the abbey.png', spoiler: true },
      ...{ content: pngFile(600, 400), type: 'image/png' },
    });
    const session = await callApi(gm, 'POST', `/api/campaigns/${campaign}/sessions/`, {
      ...{ announced: true, title: 'The abbot lies' },
    });
    path = `/campaigns/${campaign}/sessions/${(session.body as { id: string }).id}`;
    await eventually(async () => {
      const { body } = await callApi(gm, 'GET', `/api/search/?q=bell&campaign=${campaign}`);
      expect((body as { hits?: object[] }).hits).toHaveLength(1);
      return true;
    });
  });
  afterAll(async () => {
    for (const each of [gm, second, player]) await each?.context.close();
  });

  it('takes documents, pictures, passages, checklists and text', async () => {
    const { page } = gm;
    await open(gm);
    await open(second);
    await button(page, 'Add from the library').click();
    const dialog = page.getByRole('dialog');
    expect(await axeFindings(page)).toEqual([]);
    for (const [words, title] of [
      ['abbey', 'Map of the abbey'],
      ['letter', 'The letter of the abbot'],
      ['bell', /^Put on the board: The letter of the abbot, “Meet/],
    ] as const) {
      await dialog.getByRole('searchbox').fill(words);
      await button(dialog, typeof title === 'string' ? `Put on the board: ${title}` : title).click(
        SOON,
      );
    }
    await button(dialog, 'Done').click();
    await addText(page, 'The bell rings twice.');
    await button(region(page), 'Add checklist').click();
    await region(page).getByLabel('Title').fill('Props');
    await region(page).getByLabel('Lines').fill('Candle\nRope');
    await button(region(page), 'Save').click();
    await region(page).getByText('Meet me where the bell used to ring.').waitFor(SOON);
    const all = ['picture', 'document', 'passage', 'The bell rings twice.', 'Props'];
    await isOrder(page, all);
    await isOrder(second.page, all);
    expect(JSON.stringify(await stored())).not.toContain('abbot');
  });

  it('is ordered by keyboard, menu and drag, on the screens of all game masters', async () => {
    const { page } = gm;
    await button(region(page), 'Move item 5: Props').focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp');
    await isOrder(page, ['Props', 'picture', 'document', 'passage', 'The bell rings twice.']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move item 1: Props',
    );
    await choose(page, 1, 'Move down');
    await isOrder(second.page, [
      'picture',
      'Props',
      'document',
      'passage',
      'The bell rings twice.',
    ]);
    const from = (await button(region(page), /^Move item 2/).boundingBox())!;
    const to = (await button(region(page), /^Move item 1/).boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y - 4, { steps: 5 });
    await page.mouse.up();
    await isOrder(second.page, [
      'Props',
      'picture',
      'document',
      'passage',
      'The bell rings twice.',
    ]);
  });

  it('merges changes that two game masters save at the same moment', async () => {
    const { page } = gm;
    // The other game master saves before the request of this one reaches the server.
    let others: Promise<void> | undefined;
    await page.route(isBoardUrl, async (route) => {
      if (route.request().method() === 'PUT') await (others ??= addText(second.page, 'From Otto.'));
      await route.continue();
    });
    await region(page).getByRole('checkbox', { name: 'Candle' }).click();
    await region(page).getByText('From Otto.').waitFor(SOON);
    await region(second.page)
      .getByRole('checkbox', { name: 'Candle', checked: true })
      .waitFor(SOON);
    await page.unroute(isBoardUrl);

    const at = (await order(page)).indexOf('From Otto.') + 1;
    await choose(page, at, 'Edit');
    await choose(second.page, at, 'Edit');
    await region(page).getByLabel('Text').fill('From Gerda.');
    await region(second.page).getByLabel('Text').fill('From Otto, again.');
    await button(region(second.page), 'Save').click();
    await isStored(({ items }) => expect(items.at(-1)?.text).toBe('From Otto, again.'));
    expect(await region(page).getByLabel('Text').inputValue()).toBe('From Gerda.');
    await button(region(page), 'Save').click();
    for (const each of [gm, second])
      for (const text of ['From Gerda.', 'From Otto, again.'])
        await region(each.page).getByText(text, { exact: true }).waitFor(SOON);
  });

  it('shows a document to the player, and a note made of a text without keeping it', async () => {
    const { page } = gm;
    await player.page.goto('/home');
    await button(region(page), 'Show: a passage of The letter of the abbot').click();
    await page.getByRole('radio', { name: /^Show and reveal/, checked: true }).waitFor();
    await button(page, 'Show and reveal').click();
    await page.getByRole('dialog').getByLabel(/title/i).fill('A letter');
    await button(page.getByRole('dialog'), 'Show now').click();
    const shown = player.page.getByRole('dialog', { name: 'A letter' });
    await shown.getByText('Meet me where the bell used to ring.').waitFor(SOON);
    await button(shown, 'Close').click();

    await button(region(page), /^Make it a note.*: The bell rings twice\./).click();
    await button(region(page), 'Show without keeping: The bell rings twice.').click(SOON);
    await page.getByRole('radio', { name: /^Show without keeping/, checked: true }).waitFor();
    await button(page.getByRole('dialog'), 'Show without keeping').click();
    const text = player.page.getByText('The bell rings twice.');
    await text.waitFor(SOON);
    await button(region(page), 'Stop showing: The bell rings twice.').click(SOON);
    await text.waitFor({ state: 'detached', ...SOON });
    const { body } = await callApi(player, 'GET', `/api/documents/?campaign=${campaign}`);
    expect(JSON.stringify(body)).not.toContain('twice');
  });

  it('says that a deleted document is gone, and removes it', async () => {
    const { page } = gm;
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    const map = (body as { id: string; original_filename: string }[]).find(
      ({ original_filename }) => original_filename === 'Map of the abbey.png',
    );
    await callApi(gm, 'DELETE', `/api/documents/${map?.id}/`);
    await region(page).getByText('This document was deleted, or you cannot see it.').waitFor(SOON);
    await button(region(page), 'Remove from the board').click();
    await isStored(({ items }) => expect(items.map(({ kind }) => kind)).not.toContain('picture'));
  });

  it('has no finding of axe and no sideways scrolling', async () => {
    const { page } = gm;
    await button(region(page), 'Add checklist').click();
    for (const width of [320, 390, 820, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
    }
    await button(region(page), 'Cancel').click();
  });

  it('is not there for players, who request nothing of it', async () => {
    const { page } = player;
    await page.goto(path);
    await page.getByRole('region', { name: 'Who is coming' }).waitFor();
    await addText(gm.page, 'Another secret.');
    await isStored(({ items }) => expect(items.at(-1)?.text).toBe('Another secret.'));
    expect(await region(page).count()).toBe(0);
    expect(asked.filter(isBoard)).toEqual([]);
    const answer = await callApi(player, 'GET', `/api/campaigns/${campaign}/board/`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'campaign.gm_only' } });
  });
});

const isBoardUrl = (url: URL) => isBoard(url.pathname);
