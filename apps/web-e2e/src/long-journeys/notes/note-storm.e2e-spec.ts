import type { BrowserContext, Page } from 'playwright-core';
import { settles } from '@tomekeeper/testing';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { isOffline, isSaved, stored, textbox } from '../../product/note-people';
import { callApi, newUser, signIn, userId, type Tab } from '../../product/person';

describe('a note in a storm', () => {
  let gm: Tab, second: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Wilma', 'Quill');
    second = await newUser('Otto', 'Reed');
    const other = await userId(second);
    campaign = await newCampaign(gm, 'The Salt Road', other);
    await callApi(gm, 'PATCH', `/api/campaigns/${campaign}/players/${other}/`, { role: 'co_gm' });
  });
  afterEach(async () => {
    await gm.context.setOffline(false);
    await second.context.setOffline(false);
  });
  afterAll(async () => {
    await gm?.context.close();
    await second?.context.close();
    await closeBrowser();
  });

  const newNote = async (title: string, markdown = '') => {
    const body = { campaign, title, is_spoilers: true, markdown };
    const made = await callApi(gm, 'POST', '/api/documents/notes/', body);
    return (made.body as { id: string }).id;
  };
  const textsOf = async (id: string) => (await stored(gm, id)).map(({ text }) => text);
  const openNote = async (context: BrowserContext, id: string) => {
    const page = await context.newPage();
    await page.goto(`/campaigns/${campaign}/library/${id}?edit=1`);
    await textbox(page).waitFor();
    return page;
  };
  const writeBehind = async (page: Page, words: string, more: string) => {
    await textbox(page).getByText(words).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(more);
  };
  const kill = async (context: BrowserContext, page: Page) => {
    const devtools = await context.newCDPSession(page);
    const isKilled = page.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => undefined);
    await isKilled;
    await page.close();
  };

  it('keeps every word of two people in three tabs, while the network is cut twice and a tab is killed', async () => {
    const id = await newNote('Session 13', 'Wilma:\n\nOtto:\n\nWilma, at the table:');
    const [one, other, table] = [
      await openNote(gm.context, id),
      await openNote(second.context, id),
      await openNote(gm.context, id),
    ];
    const written: string[] = [];
    for (const round of [1, 2, 3]) {
      // In the second round one browser is offline, in the third the other.
      const cut = round === 2 ? one : round === 3 ? other : undefined;
      await cut?.context().setOffline(true);
      for (const [page, words, name] of [
        [one, 'Wilma:', 'w'],
        [other, 'Otto:', 'o'],
        [table, 'Wilma, at the table:', 't'],
      ] as const) {
        // Both of Wilma's tabs are in one browser.
        if (cut === one && page === table) continue;
        const more = ` ${name}${round}`;
        await writeBehind(page, words, more);
        if (page !== cut) await isSaved(page);
        written.push(more.trim());
      }
      if (cut) {
        await isOffline(cut);
        await cut.context().setOffline(false);
        await isSaved(cut);
      }
    }
    // The tab at the table ends with words that no server has.
    await gm.context.setOffline(true);
    await writeBehind(table, 'Wilma, at the table:', ' killed');
    await isOffline(table);
    await kill(gm.context, table);
    written.push('killed');
    await gm.context.setOffline(false);
    const again = await openNote(gm.context, id);
    await textbox(again).getByText('killed').waitFor();
    await isSaved(again);
    for (const page of [one, other, again]) {
      for (const words of written) await textbox(page).getByText(words).first().waitFor();
      await isSaved(page);
    }
    const text = (await textsOf(id)).join('\n');
    expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Wilma',
      'Otto',
      'Wilma, at the table',
    ]);
    for (const words of written) expect(text.split(words)).toHaveLength(2);
    for (const page of [one, other, again]) await page.close();
  });

  it('keeps unsaved text when the session ends, and saves it after the next sign-in', async () => {
    const id = await newNote('Half a thought', 'The ferry leaves');
    const page = await openNote(second.context, id);
    // Only this page is cut off: the account is still used elsewhere.
    await page.route('**/api/**', (route) => route.abort());
    await writeBehind(page, 'The ferry leaves', ' at dusk.');
    await isOffline(page);
    // Every session of this account is ended elsewhere, before the network is back.
    expect((await callApi(second, 'POST', '/api/logout/')).status).toBe(204);
    // Services receive the event independently; only the document service matters here.
    for (const path of ['/api/campaigns/', `/api/documents/${id}/editing/`])
      await settles(async () => expect((await callApi(second, 'GET', path)).status).toBe(401));
    await page.unroute('**/api/**');
    // The next attempt to save redirects to the sign-in page, possibly right now, so the note is
    // reopened.
    await page.goto(`/campaigns/${campaign}/library/${id}?edit=1`).catch(() => undefined);
    await page.waitForURL(/\/login\?redirect=/);
    expect(await textsOf(id)).toEqual(['The ferry leaves']);
    await signIn({ ...second, page }, page.url());
    await page.waitForURL(`**/library/${id}?edit=1`);
    await textbox(page).getByText('The ferry leaves at dusk.').waitFor();
    await isSaved(page);
    expect(await textsOf(id)).toEqual(['The ferry leaves at dusk.']);
    await page.close();
  });
});
