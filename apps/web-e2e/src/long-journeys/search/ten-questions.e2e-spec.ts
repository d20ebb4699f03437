import fs from 'node:fs/promises';
import path from 'node:path';
import { settles } from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Rule books, a gazetteer and forty sessions, some of them spoilers: the campaign of `--demo large`. */
const TEXTS = path.join(__dirname, '../../../../../deploy/launcher/src/demo/files/large');
/** A hand that types fast. */
const BETWEEN_KEYS_MS = 100;
/** Ctrl+K, Enter, and down to the third row. */
const MOST_BESIDE_LETTERS = 4;

interface Question {
  asks: string;
  typed: string;
  /** Text of the expected passage. */
  says: string;
  /** Words of the answer that players do not see. */
  secret?: string;
}

const QUESTIONS: readonly Question[] = [
  {
    asks: 'What was the blacksmith’s dead wife called?',
    typed: 'blacksmith dead wife',
    says: 'his wife Elsabet died',
  },
  { asks: 'What does a room with a lock cost?', typed: 'room lock price', says: '6 pence' },
  { asks: 'How is a troll killed?', typed: 'troll wound', says: 'Pack a wound with brine' },
  {
    asks: 'Where did they find the sword?',
    typed: 'candlebright net',
    says: 'Candlebright, wrapped in a fishing net',
  },
  {
    asks: 'What happens at five wounds?',
    typed: 'five wounds',
    says: 'At five you are down',
  },
  { asks: 'May they run from a fight?', typed: 'fleeing', says: 'Fleeing always works' },
  { asks: 'Who taught Thessaly?', typed: 'grany latch', says: 'paid in marzipan' },
  {
    asks: 'Who rings the ninth bell?',
    typed: 'who rings ninth bell',
    says: 'has promised to return her',
    secret: 'has promised to return her',
  },
  {
    asks: 'Whom does Lady Corvane hide?',
    typed: 'corvane twin',
    says: 'her twin brother Casimir',
    secret: 'her twin brother Casimir',
  },
  {
    asks: 'What did the Tide King sell?',
    typed: 'tide king shadow',
    says: 'sold his shadow',
    secret: 'sold his shadow',
  },
];

describe('ten questions at the table, in a campaign of real size', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const took: string[] = [];

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed');
    campaign = await newCampaign(gm, 'The Ninth Tide', await userId(player));
    const files = (await fs.readdir(TEXTS)).filter((file) => file.endsWith('.md')).sort();
    for (const file of files) {
      const markdown = await fs.readFile(path.join(TEXTS, file), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
      const body = { campaign, title, is_spoilers: file.startsWith('_'), markdown };
      expect(await callApi(gm, 'POST', '/api/documents/notes/', body)).toMatchObject({
        status: 201,
      });
    }
    await settles(async () => expect(await isFound('fishing net')).toBe(true), { timeout: 60_000 });
  }, 240_000);
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
    process.stdout.write(`${took.join('\n')}\n`);
  });
  const isFound = async (q: string) => {
    const { body } = await callApi(
      gm,
      'GET',
      `/api/search/?${new URLSearchParams({ campaign, q })}`,
    );
    return ((body as { hits?: unknown[] }).hits ?? []).length > 0;
  };

  const options = (page: Page) =>
    page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  /** Types a question into the palette as a hand does. @returns when it began */
  const type = async ({ page }: Tab, typed: string): Promise<number> => {
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    const began = performance.now();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed, { delay: BETWEEN_KEYS_MS });
    await page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor();
    return began;
  };
  const note = (who: string, asks: string, keys: number, began: number) =>
    took.push(`${who}: ${asks} ${keys} keys, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  /** Opens the matching passage. @returns number of keys besides the letters */
  const openAnswer = async (who: string, tab: Tab, { asks, typed, says }: Question) => {
    const { page } = tab;
    const began = await type(tab, typed);
    const rows = await options(page).allTextContents();
    // The list shows two lines of a passage; that it is the right one is seen once it is open.
    const at = rows.findIndex((row) => row.includes(says));
    const down = Math.max(at, 0);
    for (let step = 0; step < down; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('main [data-at]:focus').filter({ hasText: says }).waitFor();
    note(who, asks, typed.length + down + 2, began);
    return down + 2;
  };

  it.each(QUESTIONS)('finds for a game master: $asks', async (question) => {
    await gm.page.goto(`/campaigns/${campaign}`);
    expect(await openAnswer('GM', gm, question)).toBeLessThanOrEqual(MOST_BESIDE_LETTERS);
  });

  it.each(QUESTIONS)('finds for a player what they may know: $asks', async (question) => {
    const { page } = player;
    const { asks, typed, secret } = question;
    await page.goto(`/campaigns/${campaign}`);
    if (secret === undefined) {
      expect(await openAnswer('Player', player, question)).toBeLessThanOrEqual(MOST_BESIDE_LETTERS);
      return;
    }
    const began = await type(player, typed);
    expect(await page.content()).not.toContain(secret);
    note('Player, told nothing', asks, typed.length + 1, began);
    await page.keyboard.press('Escape');
  });
});
