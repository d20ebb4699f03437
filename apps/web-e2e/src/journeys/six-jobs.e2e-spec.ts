import type { Locator, Page } from 'playwright-core';
import { codeIn, settles } from '@tomekeeper/testing';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import { callApi, newPerson, newUser, openTab, type Tab } from '../product/person';
import { shared } from '../product/shared-product';

/** Performs and counts user input: clicks, keys, filled fields and drags, each as one. */
class Hands {
  count = 0;
  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.count += 1;
    await what.click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.count += 1;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Key by key, as a code is typed from a mail. */
  async type(label: string, text: string): Promise<void> {
    this.count += 1;
    await this.page.getByLabel(label, { exact: true }).pressSequentially(text);
  }

  async key(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** Drops files on the page. */
  async drop(names: readonly string[]): Promise<void> {
    this.count += 1;
    await this.page.evaluate((names) => {
      const dataTransfer = new DataTransfer();
      for (const name of names) dataTransfer.items.add(new File([`About ${name}`], name));
      for (const what of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true }),
        );
    }, names);
  }
}

/** Counts by job, for `deploy/docs/interactions.md`. */
const took: string[] = [];

async function job(name: string, hands: Hands, most: number, work: () => Promise<void>) {
  const before = hands.count;
  const began = performance.now();
  await work();
  const count = hands.count - before;
  took.push(`${name}: ${count} interactions, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect({ name, count }).toEqual({ name, count: Math.min(count, most) });
}

/** The jobs that a table does again and again, at the price that the pages of the product promise. */
describe('the six main jobs', () => {
  const gm: Tab = {} as Tab;
  let hands: Hands;
  let campaign: string;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    Object.assign(gm, await openTab(newPerson('Mara', 'Venn')));
    tabs.push(gm);
    hands = new Hands(gm.page);
  });
  afterAll(async () => {
    process.stdout.write(`${took.join('\n')}\n`);
    for (const { context } of tabs) await context.close();
    await closeBrowser();
  });
  const button = (name: string | RegExp, page = gm.page) => page.getByRole('button', { name });

  it('an account', async () => {
    const { page, person } = gm;
    await page.goto('/signup');
    await job('Account', hands, 6, async () => {
      await hands.fill('First name', person.firstName);
      await hands.fill('Last name', person.lastName);
      await hands.fill('Email', person.email);
      await hands.fill('Password', person.password);
      await hands.press(button('Create Account'));
      await page.getByText('Enter the verification code we sent to your email.').waitFor();
      // Six digits send themselves.
      await hands.type('Confirmation code', codeIn(await shared.inbox.latest(person.email)));
      await page.waitForURL('**/home');
    });
  });

  it('a campaign', async () => {
    const { page } = gm;
    await job('Campaign', hands, 4, async () => {
      await hands.press(button('New Campaign').first());
      await hands.fill('Title', 'The Salt Road');
      await hands.fill('Game system', 'GURPS');
      await hands.press(button(/^(Create|Save)/));
      await page.getByRole('heading', { level: 1, name: 'The Salt Road' }).waitFor();
    });
    campaign = /campaigns\/([\w-]+)/.exec(page.url())?.[1] ?? '';
  });

  it('a party of five, by one link', async () => {
    let link = '';
    await job('Party of five', hands, 3, async () => {
      await hands.press(button('Invite players'));
      const dialog = gm.page.getByRole('dialog', { name: 'Invite players' });
      await hands.press(dialog.getByRole('button', { name: 'Create link' }));
      link = await dialog.getByLabel('Invite link').inputValue();
      await hands.press(dialog.getByRole('button', { name: 'Done' }));
    });
    const player = await newUser('Tobin', 'Ash', { width: 390, height: 844 });
    tabs.push(player);
    const joining = new Hands(player.page);
    await player.page.goto(link);
    await job('… each of them, signed in', joining, 1, async () => {
      await joining.press(button('Accept', player.page));
      await player.page.waitForURL(`**/campaigns/${campaign}`);
    });
  });

  it('ten handouts, with one drag', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await button('Choose files…').waitFor();
    await job('Ten handouts', hands, 1, async () => {
      await hands.drop(Array.from({ length: 10 }, (_, index) => `Handout ${index + 1}.txt`));
      await page.getByText('10 files were uploaded as Spoilers.').waitFor();
    });
  });

  it('a reveal, seen by a player whose page is open', async () => {
    const player = tabs[1]!;
    const seen = player.page.getByRole('region', { name: 'Documents' }).getByText('Handout 7.txt');
    expect(await seen.count()).toBe(0);
    await job('Reveal, until it is seen', hands, 1, async () => {
      await hands.press(button('Reveal Handout 7.txt'));
      await seen.waitFor();
    });
  });

  it('one of sixty, found and opened with three keys', async () => {
    const big = await newCampaign(gm, 'The Long Tide');
    const rooms = Array.from({ length: 60 }, (_, index) => `Room ${index + 1}.txt`);
    for (let first = 0; first < rooms.length; first += 10)
      await Promise.all(
        rooms
          .slice(first, first + 10)
          .map((name) => uploadFile(gm, { campaign: big, name, content: name })),
      );
    await uploadFile(gm, { campaign: big, name: 'Żółw at the quay.txt', content: 'Slow.' });
    const { page } = gm;
    await page.goto(`/campaigns/${big}`);
    await page.getByText('Żółw at the quay.txt').waitFor();
    // New content is indexed after a moment.
    await settles(async () => {
      const { body } = await callApi(gm, 'GET', `/api/search/suggest/?campaign=${big}&q=z`);
      expect(JSON.stringify(body)).toContain('Żółw at the quay.txt');
    });
    await job('Find and open one of sixty', hands, 3, async () => {
      await hands.key('/');
      await hands.key('z');
      await hands.key('Enter');
      await page.getByRole('heading', { level: 1, name: 'Żółw at the quay.txt' }).waitFor();
    });
  });
});
