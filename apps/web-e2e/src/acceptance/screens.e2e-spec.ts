import type { Page } from 'playwright-core';
import { setStage, type Stage } from './stage';

const ROUTES: [string, 'owner' | 'visitor', string | RegExp][] = [
  ['/', 'visitor', /./],
  ['/login', 'visitor', /Sign In/],
  ['/signup', 'visitor', 'Create Account'],
  ['/features', 'visitor', /./],
  ['/faq', 'visitor', 'Frequently Asked Questions'],
  ['/verify-subscribe', 'visitor', /./],
  ['/contact', 'visitor', /./],
  ['/unsubscribe', 'visitor', /./],
  ['/home', 'owner', 'Your Campaigns'],
  ['/account', 'owner', 'Account'],
  ['/campaigns/new', 'owner', 'Create Campaign'],
  ['/campaigns/{id}', 'owner', 'Edit Campaign'],
  ['/app', 'owner', /./],
  ['/no/such/page', 'visitor', /./],
];
const GUARDED = ['/account', '/campaigns/new', '/campaigns/{id}?tab=a', '/app'];

describe('2. Screens and routes', () => {
  let stage: Stage;
  beforeAll(async () => (stage = await setStage()));
  afterAll(() => stage?.close());
  const pageOf = (who: string): Page => (who === 'owner' ? stage.owner.page : stage.visitor);
  const placed = (path: string) => path.replace('{id}', stage.campaign);

  it.each(ROUTES)('route table: %s for the %s', async (path, who, heading) => {
    const page = pageOf(who);
    await page.goto(placed(path));
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(placed(path));
  });

  it.each(GUARDED)('route guard: %s leads a visitor to /login?redirect=', async (path) => {
    const page = stage.visitor;
    await page.goto('/faq');
    await page.goto(placed(path));
    await page.waitForURL((url) => url.pathname === '/login');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(placed(path));
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/faq');
  });

  it('signup reads an optional email query parameter', async () => {
    await stage.visitor.goto('/signup?email=mina%40example.org');
    expect(await stage.visitor.getByLabel('Email').inputValue()).toBe('mina@example.org');
  });

  it('header links, signed out: no My Campaigns, a Log in link', async () => {
    const page = stage.visitor;
    await page.goto('/');
    const header = page.getByRole('banner');
    for (const name of ['Home', 'Features', 'FAQ', 'Contact', 'Log in'])
      await header.getByRole('link', { name, exact: true }).first().waitFor();
    expect(await header.getByRole('link', { name: 'My Campaigns' }).count()).toBe(0);
  });

  it('header, signed in: My Campaigns and the menu with Account and Log out', async () => {
    const { page } = stage.owner;
    await page.goto('/features');
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: 'My Campaigns' }).first().waitFor();
    await header.getByRole('button', { name: /account menu/i }).click();
    for (const name of ['Account', 'Log out']) await page.getByRole('menuitem', { name }).waitFor();
    await page.mouse.click(640, 700);
    await page.getByRole('menuitem', { name: 'Account' }).waitFor({ state: 'hidden' });
  });

  it('account menu close delay is 300 ms', async () => {
    const { page } = stage.owner;
    await page.goto('/features');
    const item = page.getByRole('menuitem', { name: 'Account' });
    await page.getByRole('button', { name: /account menu/i }).hover();
    await item.waitFor();
    const start = Date.now();
    await page.mouse.move(200, 700);
    await item.waitFor({ state: 'hidden' });
    expect(Date.now() - start).toBeGreaterThanOrEqual(290);
    expect(Date.now() - start).toBeLessThan(2000);
  });

  it('features: eight boxes; faq: fourteen questions', async () => {
    const page = stage.visitor;
    await page.goto('/features');
    expect(await page.locator('main').getByRole('heading', { level: 2 }).count()).toBe(8);
    await page.goto('/faq');
    expect(await page.locator('main dt').count()).toBe(14);
  });

  it('the login link is hidden on the production environment', async () => {
    const html = await (await stage.visitor.request.get('/config.json')).json();
    await stage.visitor.route('**/config.json', (route) =>
      route.fulfill({ json: { ...html, environment: 'production' } }),
    );
    await stage.visitor.goto('/contact');
    const link = stage.visitor.getByRole('banner').getByRole('link', { name: 'Log in' });
    await link.waitFor({ state: 'detached' });
    await stage.visitor.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('campaign card: title, game system, N player(s); a click opens it', async () => {
    const { page } = stage.owner;
    await page.goto('/home');
    const card = page.getByRole('listitem').filter({ hasText: 'Row by Row' });
    await card.getByText('GURPS').waitFor();
    await card.getByText('0 player(s)').waitFor();
    await card.getByText('Row by Row').click();
    await page.waitForURL(`**/campaigns/${stage.campaign}`);
  });

  it('documents panel: filename, Public, Upload Document and Delete for the owner', async () => {
    const { page } = stage.owner;
    await page.goto(`/campaigns/${stage.campaign}`);
    const panel = page.getByRole('region', { name: 'Documents' });
    await panel.scrollIntoViewIfNeeded();
    await panel.getByText('handout.txt').first().waitFor();
    await panel.getByText('Public', { exact: true }).first().waitFor();
    await panel.getByRole('button', { name: 'Upload Document' }).first().waitFor();
  });
});
