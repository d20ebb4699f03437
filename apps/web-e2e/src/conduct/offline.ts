import { openCampaign, type Scenario, TITLE } from './scenario';

const SENTENCE = /^You are offline\. What you have typed stays here/;

export function offline(scenario: () => Scenario): void {
  describe('without a network', () => {
    it('shows instructions, keeps the input, and continues when the connection is back', async () => {
      const { page, context } = scenario().owner;
      await openCampaign(page, scenario().campaign);
      await context.setOffline(true);
      await page.getByText(SENTENCE).waitFor();
      await page.getByLabel('Title').fill('The Salt Road, again');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').filter({ hasText: 'Save failed' }).waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('The Salt Road, again');

      await context.setOffline(false);
      await page.getByText(SENTENCE).waitFor({ state: 'detached' });
      await page.getByText('You are online again.').waitFor();
      await page.getByLabel('Title').fill(TITLE);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
    });

    it('loads missing content automatically when the connection is back', async () => {
      const { page, context } = scenario().owner;
      await page.goto('/home');
      await page.getByText('Tale 3').waitFor();
      // The page's own parts are there; its data are not.
      await page.getByRole('link', { name: 'Tale 1' }).click();
      await page.getByText('No players yet.').waitFor();
      await page.goBack();
      await page.getByText('Tale 3').waitFor();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Tale 3' }).click();
      await page.getByRole('alert').filter({ hasText: 'Unable to load campaign.' }).waitFor();
      await context.setOffline(false);
      await page.getByText('No players yet.').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Tale 3');
    });
  });
}
