import { settles } from '@tomekeeper/testing';
import { closeBrowser } from '../../product/browser';
import { callApi, logOut, newUser, pressSignIn, signIn, type Tab } from '../../product/person';

describe('sessions', () => {
  let gm: Tab;
  beforeAll(async () => {
    gm = await newUser('Ines', 'Thorn');
  });
  afterAll(async () => {
    await gm?.context.close();
    await closeBrowser();
  });

  it('leads from an expired session in the middle of work to sign-in and back', async () => {
    const { page } = gm;
    await page.goto('/campaigns/new');
    await page.getByLabel('Title').fill('Half a thought');
    await page.getByLabel('Game system').fill('GURPS');
    // Someone ends every session of this account elsewhere.
    expect((await callApi(gm, 'POST', '/api/logout/')).status).toBe(204);
    await settles(async () =>
      expect((await callApi(gm, 'GET', '/api/campaigns/')).status).toBe(401),
    );
    // The page may learn that its session has ended before this click, and redirect automatically.
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click({ timeout: 5000 }).catch(() => undefined);
    await page.waitForURL(/\/login\?redirect=%2Fcampaigns%2Fnew/);
    await signIn(gm, page.url());
    await page.waitForURL('**/campaigns/new');
    await page.getByText('Your draft was restored. It is not saved yet.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a thought');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  });

  it('shows a panel on guarded pages while the auth remote is away, and recovers', async () => {
    const { page } = gm;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const panel = heading('This part of Tomekeeper can’t be shown right now');
    const auth = /\/remotes\/auth\//;
    await page.route(auth, (route) => route.abort());
    await page.goto('/campaigns/new');
    await panel.waitFor();
    await page.getByRole('link', { name: 'FAQ' }).first().click();
    await heading('Frequently Asked Questions').waitFor();
    await page.goBack();
    await panel.waitFor();
    await page.unroute(auth);
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading('Create Campaign').waitFor();
  });

  it('signs out in one tab and so in the other', async () => {
    const second = await gm.context.newPage();
    await second.goto('/home');
    await second.getByRole('link', { name: 'My Campaigns' }).first().waitFor();
    await gm.page.goto('/account');
    await logOut(gm.page);
    await second.getByRole('link', { name: 'My Campaigns' }).waitFor({ state: 'detached' });
    await second.close();
  });

  it('refuses a wrong password in words, and an unknown address in the same words', async () => {
    const { page } = gm;
    for (const email of [gm.person.email, 'nobody@example.org']) {
      await pressSignIn(page, { email, password: 'Not-the-password-1' });
      await page.getByText('Incorrect username or password.').waitFor();
    }
  });
});
