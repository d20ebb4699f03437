import { eventually } from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const CANARY = 'Vellamo';

describe('printed copies', () => {
  let gm: Tab, player: Tab;
  let campaign: string, archive: string;

  beforeAll(async () => {
    gm = await newUser('Greta', 'Press');
    player = await newUser('Paul', 'Reader', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Ferry', await userId(player));
    archive = await newCampaign(gm, 'Printed copies');
    const chosen = await note(
      'Mill',
      false,
      `The mill turns.\n\nFor Paul only.\n\n> [!secret]\n> ${CANARY} owns it.`,
    );
    await note(`${CANARY}'s lair`, true, 'Below the mill.');
    const { body } = await callApi(gm, 'GET', `/api/documents/${chosen}/passages/`);
    const [, second] = (body as { passages: { id: string }[] }).passages;
    await callApi(gm, 'PUT', `/api/documents/${chosen}/audience/`, {
      passages: [second!.id],
      audience: { players: [await userId(player)] },
    });
    // A headless browser has no print dialog, after which the page would drop the copy.
    for (const { page } of [gm, player])
      await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
  });

  const note = async (title: string, is_spoilers: boolean, markdown: string) => {
    const body = { campaign, title, is_spoilers, markdown };
    return ((await callApi(gm, 'POST', '/api/documents/notes/', body)).body as { id: string }).id;
  };

  /** Text of the printed page, as the product extracts it from the PDF. */
  const printed = (page: Page): Promise<string> =>
    // A late event about the new notes ends a print, and people press the button again. The PDF shows whether it was in time: the page
    // drops the copy after printing.
    eventually(async () => {
      await page.getByRole('button', { name: 'Print or save as PDF' }).click({ timeout: 5000 });
      const article = page.locator('article', { hasText: 'The mill turns.' });
      await article.first().waitFor({ state: 'attached', timeout: 5000 });
      const text = await extracted(await page.pdf());
      expect(text).toContain('The mill turns.');
      return text;
    });

  async function extracted(content: Buffer): Promise<string> {
    const file = { campaign: archive, name: 'Copy.pdf', type: 'application/pdf', content };
    const { id } = await uploadFile(gm, file);
    return eventually(async () => {
      const { body } = await callApi(gm, 'GET', `/api/documents/${id}/passages/`);
      const { passages } = body as { passages: { text: string }[] };
      expect(passages.length).toBeGreaterThan(0);
      return passages.map(({ text }) => text).join(' ');
    });
  }

  it('contain marked secrets for GMs, on every screen size', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/export`);
    await page.getByRole('link', { name: 'Print or save as PDF' }).click();
    await page.getByText('2 documents.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
    }
    const text = await printed(page);
    expect(text).toContain(`${CANARY} owns it.`);
    expect(text).toContain(`${CANARY}'s lair`);
    expect(text).toContain('GM only');
    expect(text).toContain('Paul Reader');
  });

  it('contain nothing hidden for players', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/print`);
    await page.getByLabel('Copy').selectOption({ label: 'For players, without anything hidden' });
    await page.getByText('One document.').waitFor();
    const ofParty = await printed(page);
    expect(ofParty).toContain('The mill turns.');
    expect(ofParty).not.toMatch(new RegExp(`${CANARY}|Paul|GM|secret|2 doc`, 'i'));

    await player.page.goto(`/campaigns/${campaign}/print`);
    await player.page.getByText('One document.').waitFor();
    expect(await player.page.getByLabel('Copy').count()).toBe(0);
    const own = await printed(player.page);
    expect(own).toContain('For Paul only.');
    expect(own).not.toMatch(new RegExp(`${CANARY}|GM only|secret`, 'i'));
  });
});
