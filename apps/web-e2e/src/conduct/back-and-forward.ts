import { openTab, signIn } from '../product/person';
import { follow, headingInFocus, openCampaign, type Scenario, TITLE } from './scenario';

const scrolledTo = (top: number) => Math.abs(window.scrollY - top) < 2;

/** Scrolls, and waits until the page has taken note of it. */
const scroll = (top: number) =>
  new Promise<number>((resolve) => {
    window.scrollTo(0, top);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.scrollY)));
  });

export function backAndForward(scenario: () => Scenario): void {
  describe('back, forward, reload and deep links', () => {
    it('keep the filter, the place one had scrolled to, and the focus on the heading', async () => {
      const { page } = scenario().owner;
      await page.goto('/home');
      const filter = page.getByLabel('Filter by name');
      await filter.fill('tale');
      await page.getByText(TITLE).waitFor({ state: 'detached' });
      const top = await page.evaluate(scroll, 200);
      expect(top).toBeGreaterThan(100);
      await follow(page, '/features');
      await headingInFocus(page, 'Features');
      await page.goBack();
      await headingInFocus(page, 'Your Campaigns');
      expect(await filter.inputValue()).toBe('tale');
      await page.waitForFunction(scrolledTo, top);
      await page.goForward();
      await headingInFocus(page, 'Features');
      // Another visit is no step back.
      await follow(page, '/home');
      await page.getByText(TITLE).waitFor();
      await page.goBack();
      await page.goBack();
      await headingInFocus(page, 'Your Campaigns');
      await page.reload();
      await filter.waitFor();
      expect(await filter.inputValue()).toBe('tale');
    });

    it('bring the documents back that come late, at the same place', async () => {
      const { page } = scenario().owner;
      await openCampaign(page, scenario().campaign);
      const top = await page.evaluate(scroll, 10_000);
      expect(top).toBeGreaterThan(500);
      await follow(page, '/faq');
      await headingInFocus(page, 'Frequently Asked Questions');
      await page.goBack();
      await page.getByText('Map.txt').waitFor();
      await page.waitForFunction(scrolledTo, top);
    });

    it('lead through sign-in to the requested page, with its query', async () => {
      const guest = await openTab(scenario().player.person);
      const wanted = `/campaigns/${scenario().campaign}?from=mail`;
      await signIn(guest, wanted);
      await guest.page.waitForURL((url) => url.pathname + url.search === wanted);
      await guest.page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
      await guest.context.close();
    });

    it('show changes of another tab after a reload', async () => {
      const { page, context } = scenario().owner;
      const other = await context.newPage();
      await other.goto(`/campaigns/${scenario().campaign}`);
      await other.getByLabel('Game system').fill('Traveller');
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('Saved').waitFor();
      await other.close();
      await page.reload();
      await page.getByText('Rumours.txt').waitFor();
      expect(await page.getByLabel('Game system').inputValue()).toBe('Traveller');
    });
  });
}
