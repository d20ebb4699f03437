import type { Locator, Page } from 'playwright-core';
import { openTab, type Tab } from '../product/person';
import { headingInFocus, row, type Scenario } from './scenario';

/** More than any page of the product has between its top and its end. */
const MOST_TABS = 90;

/** Elements that had the focus without a visible focus ring. */
const unseen = new Set<string>();

/** Presses Tab until the element has the focus; records elements without a visible focus ring. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const hidden = await page.evaluate(nameOfUnseenFocus);
    if (hidden) unseen.add(hidden);
  }
  throw new Error(`Tab did not reach ${String(wanted)}.`);
}

/** The focus ring is on the focused element or on an ancestor, such as a field's frame. */
function nameOfUnseenFocus(): string | undefined {
  const focused = document.activeElement;
  // Headings are exempt: pages focus them for screen readers only.
  if (!focused || focused === document.body || focused.tagName === 'H1') return undefined;
  const parents = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const seen = parents.some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  return seen ? undefined : focused.outerHTML.slice(0, 120);
}

const focusIsIn = (place: Locator) =>
  place.evaluate((element) => element.contains(document.activeElement));

const hasFocus = (page: Page, name: string) =>
  page.waitForFunction((name) => document.activeElement?.textContent?.trim() === name, name);

export function keyboardAlone(scenario: () => Scenario): void {
  describe('by keyboard alone', () => {
    let gm: Tab;
    beforeAll(async () => {
      gm = await openTab(scenario().owner.person);
    });
    afterAll(() => gm?.context.close());
    const button = (name: string) => gm.page.getByRole('button', { name, exact: true });

    it('one signs in and creates a campaign', async () => {
      const { page, person } = gm;
      await page.goto('/login');
      await page.getByLabel('Email').waitFor();
      await page.keyboard.press('Tab');
      await hasFocus(page, 'Skip to the page');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
      await tabTo(page, page.getByLabel('Email'));
      await page.keyboard.type(person.email);
      await tabTo(page, page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(person.password);
      await page.keyboard.press('Enter');
      await headingInFocus(page, 'Your Campaigns');
      await tabTo(page, button('New Campaign'));
      await page.keyboard.press('Enter');
      await page.waitForFunction(() =>
        document.activeElement?.matches('main input[placeholder="Curse of Strahd"]'),
      );
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Tab');
      await page.keyboard.type('GURPS');
      await page.keyboard.press('Enter');
      // Drawn once while it loads and once more with the campaign: the focus must go along.
      await page.getByRole('region', { name: 'Players', exact: true }).waitFor();
      await headingInFocus(page, 'Edit Campaign By keyboard');
    });

    it('one adds a player and uploads a document', async () => {
      const { page } = gm;
      await tabTo(page, page.getByLabel('Add player by user id'));
      await page.keyboard.type(scenario().playerId);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Players' }).getByText('Tobin Ash').waitFor();
      await tabTo(page, page.getByLabel('Add player by user id'));

      await tabTo(page, button('Upload Document'));
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Upload Document' });
      await dialog.waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        expect(await focusIsIn(dialog)).toBe(true);
      }
      // The listener must be added before the click, or the browser opens a file chooser.
      const choosing = page.waitForEvent('filechooser');
      await tabTo(page, dialog.getByLabel('File'));
      await page.keyboard.press('Enter');
      const chooser = await choosing;
      const buffer = Buffer.from('Click, clack.');
      await chooser.setFiles({ name: 'Keys.txt', mimeType: 'text/plain', buffer });
      await tabTo(page, dialog.getByLabel('Contains spoilers'));
      await page.keyboard.press('Space');
      await tabTo(page, dialog.getByRole('button', { name: 'Upload' }));
      await page.keyboard.press('Enter');
      await row(page, 'Keys.txt').getByText('Spoilers').waitFor();
      await hasFocus(page, 'Upload Document');
    });

    it('one reveals, hides, renames, opens and deletes it', async () => {
      const { page } = gm;
      await tabTo(page, row(page, 'Keys.txt').getByRole('button', { name: 'Reveal' }));
      await page.keyboard.press('Enter');
      await row(page, 'Keys.txt').getByText('Public').waitFor();
      await hasFocus(page, 'Hide');
      await page.keyboard.press('Space');
      await row(page, 'Keys.txt').getByText('Spoilers').waitFor();
      await tabTo(page, button('Rename Keys.txt'));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Rename document' }).waitFor();
      // The name is selected up to its ending.
      await page.keyboard.type('Locks');
      await page.keyboard.press('Enter');
      await row(page, 'Locks.txt').waitFor();
      await hasFocus(page, 'Rename');
      await tabTo(page, page.getByRole('link', { name: 'Locks.txt' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Click, clack.').waitFor();
      await page.goBack();
      await row(page, 'Locks.txt').waitFor();
      await tabTo(page, row(page, 'Locks.txt').getByRole('button', { name: 'Delete' }));
      await page.keyboard.press('Enter');
      await tabTo(page, button('OK'));
      await page.keyboard.press('Enter');
      await page.getByText('No documents yet.').waitFor();
      // The row has gone with its buttons; the place of the list is the next best.
      const documents = page.getByRole('region', { name: 'Documents' });
      await page.waitForFunction(() => document.activeElement !== document.body);
      expect(await focusIsIn(documents)).toBe(true);
    });

    it('one deletes the campaign, goes through the menu and logs out', async () => {
      const { page } = gm;
      await tabTo(page, button('Delete campaign'));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(page, 'Delete campaign');
      await page.keyboard.press('Enter');
      await page.getByLabel('Title of the campaign').waitFor();
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Enter');
      await headingInFocus(page, 'Your Campaigns');
      const avatar = page.getByRole('button', { name: /account menu/i });
      await tabTo(page, avatar, 'Shift+Tab');
      await page.keyboard.press('ArrowDown');
      await hasFocus(page, 'Account');
      await page.keyboard.press('Escape');
      expect(await avatar.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowUp');
      await hasFocus(page, 'Log out');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
    });

    it('a visitor reads and writes, and always sees where the focus is', async () => {
      const { page } = gm;
      const header = page.getByRole('banner');
      await tabTo(page, header.getByRole('link', { name: 'FAQ' }));
      await page.keyboard.press('Enter');
      await headingInFocus(page, 'Frequently Asked Questions');
      await tabTo(page, header.getByRole('link', { name: 'Contact' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await headingInFocus(page, 'Contact');
      await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
      await page.keyboard.type('keys@example.org');
      await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
      await page.keyboard.type('No mouse here.');
      await tabTo(page, page.getByLabel('I am a person'));
      await page.keyboard.press('Space');
      await page.getByText('Thank you. The check is complete.').waitFor();
      await tabTo(page, button('Send'));
      await page.keyboard.press('Enter');
      await page.getByText("Thanks for reaching out! We'll get back to you shortly.").waitFor();
      expect([...unseen]).toEqual([]);
    });
  });
}
