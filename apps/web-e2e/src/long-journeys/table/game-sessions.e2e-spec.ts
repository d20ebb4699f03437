import type { Page } from 'playwright-core';
import { settles } from '@tomekeeper/testing';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };

afterAll(closeBrowser);

describe('game sessions', () => {
  let gm: Tab, player: Tab;
  let campaign: string, document: string;
  /** Path of the session that the game master plans. */
  let path: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', PHONE);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const note = await callApi(gm, 'POST', '/api/documents/notes/', {
      campaign,
      title: 'The letter of the abbot',
      markdown: 'Meet me where the bell used to ring.',
    });
    document = (note.body as { id: string }).id;
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (page: Page, name: string) => {
    await page
      .getByRole('button', { name: /^More actions of / })
      .first()
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  const sessionNews = async () => {
    const { body } = await callApi(player, 'GET', `/api/documents/news/?campaign=${campaign}`);
    return (body as { sessions: unknown[] }).sessions;
  };
  const addItem = async (page: Page, text: string) => {
    await page.getByLabel('New item').fill(text);
    await button(page, 'Add').click();
    await page.getByRole('checkbox', { name: text }).waitFor(SOON);
  };

  it('are planned by a game master without any sign to players', async () => {
    const { page } = gm;
    await player.page.goto(`/campaigns/${campaign}/sessions`);
    await player.page.getByText('No sessions yet.').waitFor();
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('link', { name: 'Plan one' }).click();
    await button(page, 'Plan a session').click();
    await page.getByLabel('Title').fill('The abbot lies');
    await page.getByLabel('Date').fill('2999-03-05');
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Plan session').click();
    await heading(page, 'The abbot lies').waitFor();
    path = new URL(page.url()).pathname;
    await addItem(page, 'Print the letter');
    await addItem(page, 'Where is the key?');
    await page.getByRole('checkbox', { name: 'Print the letter' }).click();
    await player.page.goto(path);
    await player.page.getByText('There is no such session.').waitFor();
  });

  it('get a plan, which is a note for game masters only', async () => {
    const { page } = gm;
    await page.goto(path);
    await button(page, 'Write a plan').click();
    await page.waitForURL(/\/library\/.*edit=1/);
    await page.getByText('Secrets and clues').waitFor(SOON);
    await page.goto(path);
    await page.getByRole('link', { name: 'Open the plan' }).waitFor();
    const { body } = await callApi(player, 'GET', `/api/documents/?campaign=${campaign}`);
    expect(body).toEqual([]);
  });

  it('appear for players when they are announced, and take an answer on a phone', async () => {
    await player.page.goto(`/campaigns/${campaign}`);
    await button(gm.page, 'Announce').click();
    await gm.page.getByLabel('Number').fill('41');
    await gm.page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click();
    await heading(gm.page, 'Session 41: The abbot lies').waitFor();
    const next = player.page.getByRole('region', { name: 'Next session' });
    await next.getByRole('link', { name: 'Session 41', exact: true }).waitFor(SOON);
    expect(await player.page.getByText('The abbot lies').count()).toBe(0);
    await next.getByRole('button', { name: 'Maybe' }).click();
    await player.page.getByRole('link', { name: 'New: session 41' }).waitFor(SOON);
    await next.getByRole('link', { name: 'Session 41', exact: true }).click();
    await heading(player.page, 'Session 41').waitFor();
    await button(player.page, 'Yes').click();
    const coming = gm.page.getByRole('region', { name: 'Who is coming' });
    await coming.getByText('Coming (1)').waitFor(SOON);
    await settles(async () => expect(await sessionNews()).toEqual([]), SOON);
    await player.page.goto(`/campaigns/${campaign}`);
    await player.page.getByRole('heading', { name: 'My notes' }).waitFor();
    expect(await player.page.getByText('New: session 41').count()).toBe(0);
  });

  it('have no finding of axe and no sideways scrolling', async () => {
    for (const [{ page }, widths] of [
      [gm, [1280, 390]],
      [player, [390, 320]],
    ] as const)
      for (const at of [path, `/campaigns/${campaign}/sessions`]) {
        await page.goto(at);
        await page.getByText('Session 41').first().waitFor();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          expect(await axeFindings(page)).toEqual([]);
          expect(await pageWidth(page)).toBeLessThanOrEqual(width);
        }
      }
    await gm.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('run, list the reveals of the evening, and close with their open items', async () => {
    const { page } = gm;
    await page.goto(path);
    await button(page, 'Start session').click();
    await button(page, 'Close session').waitFor();
    await player.page.goto(path);
    await player.page.getByText('Running').waitFor(SOON);
    await callApi(gm, 'PATCH', `/api/documents/${document}/`, { is_spoilers: false });
    const timeline = page.getByRole('region', { name: 'Reveals and shows' });
    await timeline.getByRole('link', { name: 'The letter of the abbot' }).first().waitFor(SOON);
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Close session').click();
    await player.page.getByText('Played').waitFor(SOON);
    await page.goto(`/campaigns/${campaign}/sessions`);
    await button(page, 'Plan a session').click();
    await button(page, 'Plan session').click();
    await heading(page, 'Untitled session').waitFor();
    await page.getByRole('checkbox', { name: 'Where is the key?' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Print the letter' }).count()).toBe(0);
  });

  it('have a recap, which players see on their overview once it is published', async () => {
    const { page } = gm;
    await player.page.goto(`/campaigns/${campaign}`);
    await player.page.getByRole('heading', { name: 'My notes' }).waitFor();
    await page.goto(path);
    await button(page, 'Write the recap').click();
    await page.waitForURL(/\/library\/.*edit=1/);
    await page.getByText('Meet me where the bell used to ring.').waitFor(SOON);
    await page.getByText('☑ Print the letter').waitFor(SOON);
    await page.goto(path);
    await page.getByText('Draft: only game masters see it.').waitFor(SOON);
    expect(await player.page.getByText('Previously on…').count()).toBe(0);
    await button(page, 'Publish recap').click();
    expect(await axeFindings(page)).toEqual([]);
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Title for players').inputValue()).toBe('Session 41: recap');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/^Published as “Session 41: recap”/).waitFor(SOON);
    const last = player.page.locator('p', { hasText: 'Previously on…' });
    await last.getByRole('link', { name: 'Session 41: recap' }).waitFor(SOON);
    await player.page.getByText('New', { exact: true }).first().waitFor(SOON);
    expect(await axeFindings(player.page)).toEqual([]);
    expect(await pageWidth(player.page)).toBeLessThanOrEqual(PHONE.width);
    await last.getByRole('link').click();
    await player.page.getByText('Meet me where the bell used to ring.').waitFor(SOON);
    expect(await player.page.getByText('Print the letter').count()).toBe(0);
    await player.page.goto(path);
    const section = player.page.getByRole('region', { name: 'Recap' });
    await section.getByRole('link', { name: 'Session 41: recap' }).waitFor(SOON);
  });

  it('are reopened, and deleted, by game masters', async () => {
    const { page } = gm;
    await page.goto(path);
    await choose(page, 'Reopen');
    await player.page.getByText('Running').waitFor(SOON);
    await button(page, 'Close session').click();
    await player.page.getByText('Played').waitFor(SOON);
    await choose(page, 'Delete');
    await button(page, 'Delete session').click();
    await heading(page, 'Sessions').waitFor();
    await player.page.getByText('There is no such session.').waitFor(SOON);
  });

  it('are found in documents that are named like one', async () => {
    const { page } = gm;
    const title = 'Session 7: the flooded crypt';
    await callApi(gm, 'POST', '/api/documents/notes/', { campaign, title });
    await button(page, 'Find past sessions').click();
    // The recap of the deleted session is named like one too.
    await button(page, 'Create 2 sessions').click();
    await page.getByRole('link', { name: 'Session 7: the flooded crypt' }).waitFor(SOON);
    await player.page.goto(`/campaigns/${campaign}/sessions`);
    await player.page.getByRole('link', { name: 'Session 7', exact: true }).waitFor();
  });
});
