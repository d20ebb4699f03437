import type { Page } from 'playwright-core';
import { chooseUpload, sendUpload } from '../product/campaign';
import { newPerson, pressSignIn } from '../product/person';
import { shared } from '../product/shared-product';
import { unconfirmedAccount } from '../product/account';
import { answerAt, openScenario, unfake, type Scenario } from './scenario';

/** Rows of section 8 that need a browser; specs of the pages cover all others. */
describe('8. Error catalogue', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await openScenario();
  });
  afterAll(() => scenario?.close());
  afterEach(async () => {
    await unfake(scenario.owner.page);
    await unfake(scenario.visitor);
  });

  describe('Upload', () => {
    /** Presses Upload once more, with the object store as the test wants it. */
    async function upload(page: Page, store: 'cut' | number) {
      await page.route(
        ({ origin, searchParams }) => origin !== shared.url && searchParams.has('X-Amz-Signature'),
        (route) => {
          if (route.request().method() !== 'PUT') return route.fallback();
          if (store === 'cut') return route.abort('connectionfailed');
          const headers = { 'access-control-allow-origin': '*' };
          return route.fulfill({ status: store, headers });
        },
      );
      const dialog = page.getByRole('dialog', { name: 'Upload Document' });
      if (!(await dialog.isVisible())) {
        await page.goto(`/campaigns/${scenario.campaign}`);
        await chooseUpload(page, 'map.txt', 'A map.');
      }
      await sendUpload(dialog);
      return dialog.getByRole('alert');
    }

    it("'... upload failed (network error)'", async () => {
      const alert = await upload(scenario.owner.page, 'cut');
      await alert.getByText('Storage upload failed (network error)').waitFor();
    });

    it("'... upload failed ({status})'", async () => {
      const alert = await upload(scenario.owner.page, 403);
      await alert.getByText('Storage upload failed (403)').waitFor();
    });
  });

  describe('Sign-in', () => {
    const NOBODY = { email: 'nobody@example.org', password: 'Wrong-Word-1' };

    it("Sign-in | the error's own message, shown in red", async () => {
      const page = scenario.visitor;
      await pressSignIn(page, NOBODY);
      const words = page.getByRole('alert').getByText('Incorrect username or password.');
      await words.waitFor();
      const [shown, red] = await words.evaluate((element) => {
        const token = document.body.appendChild(document.createElement('i'));
        token.style.color = 'var(--color-danger)';
        const colours = [element, token].map((each) => getComputedStyle(each).color);
        token.remove();
        return colours;
      });
      expect(shown).toBe(red);
      const [r = 0, g = 0, b = 0] = (red?.match(/\d+/g) ?? []).map(Number);
      expect(r).toBeGreaterThan(2 * Math.max(g, b));
    });

    it("Network | 'Network Error'", async () => {
      const page = scenario.visitor;
      await answerAt(page, 'POST /idp', 'cut');
      await pressSignIn(page, NOBODY);
      await page.getByRole('alert').getByText('Network Error').waitFor();
    });

    it('an UserNotConfirmedException code redirects to sign-up instead', async () => {
      const page = scenario.visitor;
      const una = newPerson('Una', 'Waits');
      await unconfirmedAccount(una);
      await pressSignIn(page, una);
      await page.waitForURL((url) => url.pathname === '/signup');
      expect(new URL(page.url()).searchParams.get('email')).toBe(una.email);
    });
  });

  it('ChunkLoadError (a script chunk failed to load): the panel, and Retry brings the page', async () => {
    const { page } = scenario.owner;
    // Files that a remote's entry imports.
    await page.route(/\/remotes\/campaigns\/.*\/(?!entry)[^/]*\.js$/, (route) => route.abort());
    await page.goto('/home');
    const panel = page.getByRole('alert').filter({ hasText: 'can’t be shown right now' });
    await panel.waitFor();
    await unfake(page);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
  });
});
