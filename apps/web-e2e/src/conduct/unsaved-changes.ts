import type { Page } from 'playwright-core';
import { callApi, chooseInMenu } from '../product/person';
import { follow, headingInFocus, type Scenario, TITLE } from './scenario';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

export function unsavedChanges(scenario: () => Scenario): void {
  describe('unsaved changes in the editor', () => {
    const open = async () => {
      const { page } = scenario().owner;
      await page.goto('/home');
      await page.getByRole('link', { name: TITLE }).click();
      const title = page.getByLabel('Title');
      await title.waitFor();
      return { page, title };
    };

    it('trigger a warning on links, back, Log out and reload, and survive Stay here', async () => {
      const { page, title } = await open();
      await title.press('End');
      await title.pressSequentially('s');
      const leave: Record<string, () => Promise<unknown>> = {
        link: () => follow(page, '/features'),
        back: () => page.evaluate(() => window.history.back()),
        'log out': () => chooseInMenu(page, 'Log out'),
      };
      for (const way of Object.values(leave)) {
        await way();
        await question(page).getByRole('button', { name: 'Stay here' }).click();
        await question(page).waitFor({ state: 'detached' });
        expect(await title.inputValue()).toBe(`${TITLE}s`);
      }
      const [asked] = await Promise.all([
        page.waitForEvent('dialog'),
        page.evaluate(() => setTimeout(() => window.location.reload())),
      ]);
      expect(asked.type()).toBe('beforeunload');
      await asked.dismiss();
      expect(await title.inputValue()).toBe(`${TITLE}s`);
    });

    it('go on Leave, with the focus on the heading of the next page', async () => {
      const { page } = scenario().owner;
      await page.getByRole('link', { name: 'FAQ' }).first().click();
      await question(page).getByRole('button', { name: 'Leave', exact: true }).click();
      await headingInFocus(page, 'Frequently Asked Questions');
      await page.goBack();
      await page.getByLabel('Title').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe(TITLE);
    });

    it('trigger no warning without changes, or after saving', async () => {
      const { page, title } = await open();
      await title.fill(`${TITLE}s`);
      await title.fill(TITLE);
      await follow(page, '/faq');
      await headingInFocus(page, 'Frequently Asked Questions');
      await page.goBack();
      await title.fill(`${TITLE}!`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      await follow(page, '/faq');
      await headingInFocus(page, 'Frequently Asked Questions');
      await callApi(scenario().owner, 'PATCH', `/api/campaigns/${scenario().campaign}/`, {
        title: TITLE,
      });
      expect(await question(page).count()).toBe(0);
    });
  });
}
