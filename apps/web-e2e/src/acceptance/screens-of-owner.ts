import type { Page } from 'playwright-core';
import { button, fieldLabels, header, link, main, pathOf, type Screen } from './screens-rows';
import { answerAt, unfake } from './scenario';

const avatar = (page: Page) => header(page).getByRole('button', { name: /account menu/i });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const players = (page: Page) => page.getByRole('region', { name: 'Players' });

/** Header, list, editor and account of a campaign owner. */
export const SCREENS_OF_OWNER: Screen[] = [
  {
    screen: 'Header (every page), signed in',
    at: '/features',
    heading: 'Features',
    rows: [
      [
        'Signed in: an avatar button opens a menu on click or on hover: click',
        async (page) => {
          // By key, so that no pointer hovers.
          await avatar(page).press('Enter');
          await menuItem(page, 'Account').waitFor();
        },
      ],
      [
        "Items: 'Account' (to /account) and 'Log out'.",
        async (page) => {
          const items = page.getByRole('menuitem');
          expect(await items.allInnerTexts()).toEqual(['Account', 'Log out']);
          expect(await items.first().getAttribute('href')).toBe('/account');
        },
      ],
      [
        'The menu closes after a 300 ms delay or on a click outside it: click',
        async (page) => {
          await main(page).getByRole('heading', { level: 1 }).click();
          await menuItem(page, 'Account').waitFor({ state: 'hidden' });
        },
      ],
      [
        'Signed in: an avatar button opens a menu on click or on hover: hover',
        async (page) => {
          await avatar(page).hover();
          await menuItem(page, 'Account').waitFor();
        },
      ],
      [
        'The menu closes after a 300 ms delay or on a click outside it: account menu close delay is 300 ms',
        async (page) => {
          const start = performance.now();
          await main(page).getByRole('heading', { level: 1 }).hover();
          await menuItem(page, 'Account').waitFor({ state: 'hidden' });
          expect(performance.now() - start).toBeGreaterThanOrEqual(290);
        },
      ],
      [
        'Links: Home, My Campaigns (to /home, only when signed in), Features, FAQ, Contact.',
        async (page) => {
          const links = header(page).getByRole('navigation').getByRole('link');
          // Product-specific order: links of the signed-in user are first.
          expect(await links.allInnerTexts()).toEqual([
            'My Campaigns',
            'Home',
            'Features',
            'FAQ',
            'Contact',
          ]);
          await link(header(page), 'My Campaigns').click();
          await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
          expect(pathOf(page)).toBe('/home');
        },
      ],
    ],
  },
  {
    screen: 'Campaign list (/home)',
    at: '/home',
    heading: 'Your Campaigns',
    rows: [
      [
        "A card per campaign: title, game system, player count written 'N player(s)'.",
        async (page) => {
          const card = main(page).getByRole('listitem');
          await card.first().waitFor();
          expect((await card.innerText()).split(/\n+/)).toEqual([
            'Row by Row',
            'GURPS',
            '0 player(s)',
            'You run this',
          ]);
        },
      ],
      [
        'Clicking opens /campaigns/{id}.',
        async (page) => {
          await main(page).getByText('0 player(s)').click();
          await page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
          expect(pathOf(page)).toMatch(/^\/campaigns\/[0-9a-f-]{36}$/);
        },
      ],
      [
        "Loading state: 'Loading campaigns…'.",
        async (page) => {
          let answer = () => {};
          const answered = new Promise<void>((resolve) => (answer = resolve));
          await page.route('**/api/campaigns/', async (route) => {
            await answered;
            await route.fulfill({ json: [] });
          });
          await page.goto('/home');
          await page.getByText('Loading campaigns…').waitFor();
          answer();
        },
      ],
      [
        `Empty state: "You don't have any campaigns yet."`,
        async (page) => {
          await page.getByText("You don't have any campaigns yet.").waitFor();
          await unfake(page);
        },
      ],
      [
        "A 'New Campaign' button.",
        async (page) => {
          await button(main(page), 'New Campaign').click();
          await page.getByRole('heading', { level: 1, name: 'Create Campaign' }).waitFor();
          expect(pathOf(page)).toBe('/campaigns/new');
        },
      ],
    ],
  },
  {
    screen: 'Campaign editor, new',
    at: '/campaigns/new',
    heading: /^Create Campaign$/,
    rows: [
      [
        "Title 'Create Campaign' (new) or 'Edit Campaign' (existing): new",
        async (page) => {
          expect(await page.getByRole('region', { name: /Players|Documents/ }).count()).toBe(0);
        },
      ],
      [
        "Fields: Title (placeholder example 'Curse of Strahd') and Game system (example 'D&D 5e').",
        async (page) => {
          expect(await fieldLabels(main(page))).toEqual(['Title', 'Game system']);
          const example = (label: string) =>
            page.getByLabel(label, { exact: true }).getAttribute('placeholder');
          expect(await example('Title')).toBe('Curse of Strahd');
          expect(await example('Game system')).toBe('D&D 5e');
        },
      ],
      [
        'Buttons: Create/Save and Back (to /home).',
        async (page) => {
          await button(main(page), 'Create').waitFor();
          await button(main(page), 'Back').click();
          await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
          expect(pathOf(page)).toBe('/home');
        },
      ],
    ],
  },
  {
    screen: 'Campaign editor, existing',
    at: '/campaigns/{id}',
    heading: /^Edit Campaign Row by Row$/,
    rows: [
      [
        "Title 'Create Campaign' (new) or 'Edit Campaign' (existing): existing",
        async (page) => {
          expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Row by Row');
          await button(main(page), 'Save').waitFor();
        },
      ],
      [
        "Edit mode also shows a Players panel: empty state 'No players yet.', a Remove button per player, an input 'Add player by user id' and an Add button.",
        async (page) => {
          await players(page).getByText('No players yet.').waitFor();
          const [one, two] = ['1', '2'].map((end) => `0a0a0a0a-0000-4000-8000-00000000000${end}`);
          await answerAt(page, `POST /api${pathOf(page)}/add-players/`, {
            status: 200,
            body: { players: [one, two] },
          });
          await players(page).getByLabel('Add player by user id').fill(String(two));
          await button(players(page), 'Add').click();
          await players(page).getByText(String(two)).waitFor();
          expect(await players(page).getByText('Remove', { exact: true }).count()).toBe(2);
          await unfake(page);
        },
      ],
    ],
  },
  {
    screen: 'Account page',
    at: '/account',
    heading: 'Account',
    rows: [
      [
        'Edit first and last name; email is read-only.',
        async (page) => {
          await page.getByLabel('First name').fill('Accia');
          await page.getByLabel('Last name').fill('Rowe');
          const email = page.getByLabel('Email', { exact: true });
          expect(await email.isEditable()).toBe(false);
        },
      ],
      [
        "First name and last name editable; email read-only; a save action; shows 'Saved' on success.",
        async (page) => {
          await button(main(page), 'Save').click();
          await main(page).getByText('Saved', { exact: true }).waitFor();
        },
      ],
    ],
  },
  {
    screen: 'App page (/app)',
    at: '/app',
    heading: 'Current user',
    rows: [
      [
        'Shows the raw current-user data and a Sign Out button.',
        async (page) => {
          await button(main(page), 'Sign Out').waitFor();
          const data = JSON.parse(await main(page).locator('pre').innerText()) as object;
          expect(data).toMatchObject({ first_name: 'Accia', last_name: 'Rowe' });
          expect(Object.keys(data).sort()).toEqual(['email', 'first_name', 'id', 'last_name']);
        },
      ],
    ],
  },
];
