import type { Locator, Page } from 'playwright-core';

/** Whose screen it is. */
export type Sitter = 'visitor' | 'gm' | 'mira';

export interface Scene {
  /** Of the file, before its width and theme. */
  name: string;
  sitter: Sitter;
  /** Begins at the path of the campaign where it begins with a colon. */
  path: string;
  /** Text to wait for before the picture. */
  until: (page: Page) => Locator;
  /** Actions before `until`. */
  first?: (page: Page) => Promise<void>;
}

/** Document shown on the players' screens in the last scene. */
export const SHOWN = 'Map of Gallowmere.png';
const NOTICE = 'Notice of the mayor.pdf';
/** A partially revealed spoiler with its title for players. */
export const PARTLY_SHOWN = 'The flooded crypt, room by room.md';
export const HANDOUT = 'What you saw below the bell';
/** A note that is being written. */
export const WRITTEN = 'Session 2, the door with three locks';
/** A private note of the player. */
export const OWN_NOTE = 'Suspects';
const NEXT_SESSION = 'Session 2: The lighthouse keeper';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const showAs = (layout: 'List' | 'Gallery') => async (page: Page) => {
  await page.getByRole('button', { name: layout, exact: true }).click();
  // Thumbnails below the screen are not loaded.
  await documentsOn(page).nth(3).scrollIntoViewIfNeeded();
};
/** The overview after it has loaded. */
const listed = (page: Page) => documentsOn(page).first().waitFor();
/** Links to documents, on the overview and in the library. */
export const documentsOn = (page: Page) =>
  page.getByRole('main').locator('li a[href*="/library/"]');
/** Title of a file outside of the documents panel. */
const titleOf = (name: string) => name.replace(/\.\w+$/, '');
const open = (name: string) => (page: Page) =>
  page
    .getByRole('link', { name: titleOf(name) })
    .first()
    .click();

/** In this order: new items are new in one scene only. */
export const SCENES: readonly Scene[] = [
  {
    name: 'landing',
    sitter: 'visitor',
    path: '/',
    until: (page) => heading(page, /The whole campaign/),
  },
  {
    name: 'sign-in',
    sitter: 'visitor',
    path: '/login',
    until: (page) => page.getByLabel('Email'),
  },
  {
    name: 'home',
    sitter: 'mira',
    path: '/home',
    until: (page) => page.getByText(/^\d+ new$/),
  },
  {
    name: 'campaign-gm',
    sitter: 'gm',
    path: ':',
    first: listed,
    until: (page) => page.getByText('Mira Holt is here now.'),
  },
  {
    name: 'campaign-player',
    sitter: 'mira',
    path: ':',
    first: listed,
    until: (page) => page.getByText('Wren Ashdown is here now.'),
  },
  {
    name: 'library-rows',
    sitter: 'gm',
    path: ':/library',
    first: showAs('List'),
    until: (page) => page.getByRole('main').locator('li img').first(),
  },
  {
    name: 'library-cards',
    sitter: 'gm',
    path: ':/library',
    first: showAs('Gallery'),
    until: (page) => page.getByRole('main').locator('li img').first(),
  },
  {
    name: 'viewer-map',
    sitter: 'gm',
    path: ':/library',
    first: open(SHOWN),
    until: (page) => page.getByRole('img', { name: titleOf(SHOWN) }).last(),
  },
  {
    name: 'viewer-pdf',
    sitter: 'mira',
    path: ':/library',
    first: async (page) => {
      await open(NOTICE)(page);
      await page.getByRole('button', { name: 'File', exact: true }).click();
    },
    until: (page) => page.locator('canvas').first(),
  },
  {
    name: 'invite',
    sitter: 'gm',
    path: ':',
    first: async (page) => {
      await page.getByRole('button', { name: 'Invite players' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
    },
    until: (page) => page.getByRole('img', { name: 'QR code for joining' }),
  },
  {
    name: 'reveal',
    sitter: 'gm',
    path: ':/library',
    first: async (page) => {
      await open(PARTLY_SHOWN)(page);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      const passages = page.locator('main [data-at]');
      await passages.nth(5).click();
      await passages.nth(6).click();
    },
    until: (page) => page.getByRole('group', { name: 'Selected passages' }),
  },
  {
    name: 'handout',
    sitter: 'mira',
    path: ':/library',
    first: open(HANDOUT),
    until: (page) => page.locator('main [data-at]').first(),
  },
  {
    name: 'editor',
    sitter: 'gm',
    path: ':/library',
    first: async (page) => {
      await open(WRITTEN)(page);
      await page.getByRole('link', { name: /^Edit/ }).first().click();
    },
    until: (page) => page.getByRole('textbox', { name: 'Text' }),
  },
  {
    name: 'sessions',
    sitter: 'gm',
    path: ':/sessions',
    until: (page) => page.getByRole('link', { name: NEXT_SESSION }),
  },
  {
    name: 'session-gm',
    sitter: 'gm',
    path: ':/sessions',
    first: (page) => page.getByRole('link', { name: NEXT_SESSION }).click(),
    until: (page) => page.getByRole('checkbox').first(),
  },
  {
    name: 'session-player',
    sitter: 'mira',
    path: ':/sessions',
    first: (page) => page.getByRole('link', { name: 'Session 2', exact: true }).click(),
    until: (page) => page.getByText('Are you coming?'),
  },
  {
    name: 'notes',
    sitter: 'mira',
    path: ':/notes',
    until: (page) => page.getByRole('link', { name: OWN_NOTE }),
  },
  {
    name: 'ledger',
    sitter: 'gm',
    path: ':/ledger',
    until: (page) => page.getByRole('region', { name: 'Today' }),
  },
  {
    name: 'find',
    sitter: 'gm',
    path: ':',
    first: async (page) => {
      await listed(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('bell');
    },
    until: (page) => page.getByRole('option', { name: /rang once/ }),
  },
  {
    name: 'search',
    sitter: 'gm',
    path: ':/search?q=bell',
    until: (page) => page.getByText(/^\d+ results$/),
  },
  {
    name: 'ask',
    sitter: 'mira',
    path: ':/ask?q=What+did+Fenn+find+at+dawn%3F',
    until: (page) => page.locator('blockquote').first(),
  },
  {
    name: 'show-now',
    sitter: 'mira',
    path: '/home',
    until: (page) =>
      page.getByRole('dialog', { name: titleOf(SHOWN) }).getByRole('img', { name: titleOf(SHOWN) }),
  },
];
