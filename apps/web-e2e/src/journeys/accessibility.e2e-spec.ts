import type { Page } from 'playwright-core';
import { axeFindings } from '../browser/axe';
import { picture } from '../browser/launch-browser';
import { AuthenticatorApp } from '../product/authenticator-app';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import {
  chooseInMenu,
  newPerson,
  newUser,
  openTab,
  pressSignIn,
  type Tab,
} from '../product/person';
import { shared } from '../product/shared-product';

/** Serious and critical findings of axe on the page as it stands, or in its open dialog. */
async function findings(page: Page): Promise<string[]> {
  const dialogs = await page.locator('[role=dialog]').count();
  const place = dialogs > 0 ? '[role=dialog]' : 'html';
  return axeFindings(page, place, { impacts: ['serious', 'critical'] });
}

/** Elements that overflow the screen, are too small for touch, or move despite reduced motion. */
function misfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
  // Links within a sentence are as high as its line.
  const small = [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.closest('p a'))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && (width < 24 || height < 24);
    })
    .map((element) => `small: ${element.outerHTML.slice(0, 120)}`);
  const dialog = document.querySelector('[role=dialog]')?.getBoundingClientRect();
  const cut = dialog && (dialog.left < 0 || dialog.right > window.innerWidth) ? ['dialog cut'] : [];
  const moving = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 1)
    .map(() => 'moves');
  return [...wide, ...small, ...cut, ...moving];
}

/** Has a temporary password, which both themes are shown. */
const newcomer = newPerson('New', 'Here');
let temporary: Promise<string> | undefined;

describe.each([
  ['light', { width: 1280, height: 900 }],
  ['dark', { width: 390, height: 844 }],
] as const)('screens in %s, %o', (colorScheme, viewport) => {
  let gm: Tab;
  let campaign: string;
  const problems: string[] = [];

  async function expectNoFinding(page: Page, name: string) {
    await picture(page, `${colorScheme}-${viewport.width}-${name}`);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(misfits)).toEqual([]);
  }

  /** A person in a new browser after clicking 'Sign In'. */
  async function atTheDoor(email: string, password: string): Promise<Tab> {
    const visitor = await openTab(newPerson('Some', 'One'), viewport);
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await pressSignIn(visitor.page, { email, password });
    return visitor;
  }

  beforeAll(async () => {
    gm = await newUser('Runa', 'Vale', viewport);
    await gm.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    campaign = await newCampaign(gm, 'Ash and Amber');
    const name = 'a-name-of-a-file-that-has-no-spaces-and-is-longer-than-any-phone-is-wide.txt';
    await uploadFile(gm, { campaign, name, content: 'Amber.', spoiler: true });
    gm.page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
    });
    gm.page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterAll(async () => {
    await gm?.context.close();
    if (colorScheme === 'dark') await closeBrowser();
  });

  it.each([
    '/',
    '/features',
    '/faq',
    '/contact',
    '/privacy',
    '/how-secrets-are-kept',
    '/verify-subscribe',
    '/unsubscribe?email=runa%40example.org',
    '/news-mail/stop?token=x',
    '/home',
    '/campaigns/new',
    '/account',
    '/app',
    'campaign',
  ])('%s has no serious finding, one header, one main and one h1', async (where) => {
    const { page } = gm;
    await page.goto(where === 'campaign' ? `/campaigns/${campaign}` : where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (where === 'campaign')
      await page.getByRole('button', { name: 'Upload Document' }).first().waitFor();
    await expectNoFinding(page, where);
    expect(await page.locator('header').count()).toBe(1);
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('h1').count()).toBe(1);
  });

  it('the dialogs of the campaign page have none', async () => {
    const { page } = gm;
    const dialog = page.getByRole('dialog');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('heading', { name: 'Documents' }).scrollIntoViewIfNeeded();
    for (const name of ['Upload Document', 'Rename', 'Delete', 'Delete campaign']) {
      // In a row, the visible label is shorter than the accessible name, which includes the
      // document.
      await page.getByRole('button').getByText(name, { exact: true }).first().click();
      await dialog.waitFor();
      await expectNoFinding(page, name);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByLabel('Title').fill('Ash');
    await press('Back');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await expectNoFinding(page, 'Leave');
    await press('Leave');
    await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
  });

  it('nor have the menu and the last question of the account page', async () => {
    const { page } = gm;
    await page.getByRole('button', { name: /account menu/i }).click();
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    await expectNoFinding(page, 'menu');
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoFinding(page, 'Delete my account');
  });

  it('nor has the operators’ page, which is nothing to anyone else', async () => {
    const { email, password } = gm.person;
    await gm.page.goto('/operations');
    await gm.page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor();
    await shared.operate('operators', 'add', email);
    const { page, context } = await atTheDoor(email, password);
    await chooseInMenu(page, 'Operations');
    const row = (table: string, name: RegExp) =>
      page.getByRole('table', { name: table }).getByRole('row', { name });
    await row('Services', /^contact Answers/).waitFor();
    await row('Queues', /^mailing-send/).waitFor();
    await row('Remotes', /^operations/).waitFor();
    await expectNoFinding(page, 'operations');
    await context.close();
  });

  it.each(['/login', '/signup', '/forgot-password'])(
    '%s, signed out, has none either',
    async (path) => {
      const visitor = await openTab(newPerson('No', 'One'), viewport);
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await visitor.page.goto(path);
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoFinding(visitor.page, path);
      await visitor.context.close();
    },
  );

  it('nor has two-step sign-in, on the account page and at the door', async () => {
    const { page } = gm;
    await page.goto('/account');
    const twoStep = page.getByRole('region', { name: 'Two-step sign-in', exact: true });
    await twoStep.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await twoStep.getByRole('img', { name: /QR code/ }).waitFor();
    for (const list of ['Sessions', 'Recent activity'])
      await page.getByRole('list', { name: list, exact: true }).waitFor();
    await expectNoFinding(page, 'authenticator');
    const app = new AuthenticatorApp(await twoStep.locator('code').innerText());
    await twoStep.getByLabel('Confirmation code').fill(app.next());
    await twoStep.getByRole('button', { name: 'Confirm', exact: true }).click();
    await twoStep.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await expectNoFinding(page, 'recovery-codes');

    const visitor = await atTheDoor(gm.person.email, gm.person.password);
    const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();
    await visitor.page.getByText('Enter the code from your authenticator app.').waitFor();
    await expectNoFinding(visitor.page, 'code');
    await press('Start again');
    await press('Other ways in');
    await visitor.page.getByText('Choose how to sign in.').waitFor();
    await expectNoFinding(visitor.page, 'choice');
    await press('Your password');
    await visitor.page.getByText('Enter your password.').waitFor();
    await expectNoFinding(visitor.page, 'password');
    await visitor.context.close();
  });

  it('nor has the choice of a password in place of a temporary one', async () => {
    const { email } = newcomer;
    temporary ??= shared.createAccount(email);
    const visitor = await atTheDoor(email, await temporary);
    await visitor.page.getByLabel('New password').waitFor();
    await expectNoFinding(visitor.page, 'new-password');
    await visitor.context.close();
  });

  it('met no refusal of the content security policy and no uncaught error', () => {
    expect(problems).toEqual([]);
  });
});
