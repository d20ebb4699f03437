import { codeIn, settles } from '@tomekeeper/testing';
import { closeBrowser } from '../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../product/campaign';
import { Hands } from '../product/hands';
import { callApi, newPerson, newUser, openTab, type Person, type Tab } from '../product/person';
import { shared } from '../product/shared-product';

/** Fills in the sign-up page and its code. */
async function fillAccount(hands: Hands, person: Person): Promise<void> {
  const { page } = hands;
  await hands.fill('First name', person.firstName);
  await hands.fill('Last name', person.lastName);
  await hands.fill('Email', person.email);
  await hands.fill('Password', person.password);
  await hands.press(page.getByRole('button', { name: 'Create Account' }));
  await page.getByText('Enter the verification code we sent to your email.').waitFor();
  // Six digits send themselves.
  await hands.type('Confirmation code', codeIn(await shared.inbox.latest(person.email)));
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
  /** People of other campaigns. */
  const others: Tab[] = [];

  beforeAll(async () => {
    Object.assign(gm, await openTab(newPerson('Mara', 'Venn')));
    tabs.push(gm);
    hands = new Hands(gm.page);
  });
  afterAll(async () => {
    process.stdout.write(`${took.join('\n')}\n`);
    for (const { context } of [...tabs, ...others]) await context.close();
    await closeBrowser();
  });
  const button = (name: string | RegExp, page = gm.page) => page.getByRole('button', { name });

  it('an account', async () => {
    const { page, person } = gm;
    await page.goto('/signup');
    await job('Account', hands, 6, async () => {
      await fillAccount(hands, person);
      await page.waitForURL('**/home');
    });
  });

  it('the first five minutes, from the landing page to ten handouts and an invite link', async () => {
    const first = await openTab(newPerson('Wren', 'Holt'));
    others.push(first);
    const { page, person } = first;
    const own = new Hands(page);
    let link = '';
    await page.goto('/');
    await job('First five minutes', own, 12, async () => {
      await own.press(page.getByRole('link', { name: 'Create account' }).first());
      await fillAccount(own, person);
      await page.waitForURL('**/home');
      await own.fill('Title', 'Winter at the Ford');
      await own.fill('Game system', 'GURPS');
      await own.press(page.getByRole('button', { name: 'Create', exact: true }));
      await button('Choose files…', page).waitFor();
      await own.drop(Array.from({ length: 10 }, (_, index) => `Handout ${index + 1}.txt`));
      await page.getByText('10 files were uploaded as Spoilers.').waitFor();
      await own.press(button('Create invite link', page));
      link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
    });
    const guest = await openTab(newPerson('Ash', 'Reed'), { width: 390, height: 844 });
    others.push(guest);
    const joining = new Hands(guest.page);
    await guest.page.goto(link);
    await guest.page.getByText('Wren Holt invites you to play in this campaign').waitFor();
    await job('… a new person joins by it', joining, 6, async () => {
      await fillAccount(joining, guest.person);
      await guest.page.getByRole('heading', { level: 1, name: 'Winter at the Ford' }).waitFor();
    });
    expect(new URL(guest.page.url()).pathname).toBe(new URL(page.url()).pathname);
  });

  it('a sample campaign, opened and discarded', async () => {
    const first = await newUser('Nell', 'Carr');
    others.push(first);
    const { page } = first;
    const own = new Hands(page);
    await job('Sample campaign', own, 3, async () => {
      await own.press(button('Try a sample campaign', page));
      await page.getByText('This is a sample campaign.').waitFor();
      const documents = page.getByRole('region', { name: 'Documents' });
      // The list is loaded once it is on the screen.
      await documents.scrollIntoViewIfNeeded();
      await documents.getByText('Start here').waitFor();
      await own.press(button('Discard the sample', page));
      await own.press(page.getByRole('dialog').getByRole('button', { name: 'Discard the sample' }));
      await page.getByText("You don't have any campaigns yet.").waitFor();
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
    await openDocuments(player.page);
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
      await page.getByRole('heading', { level: 1, name: 'Żółw at the quay' }).waitFor();
    });
  });
});
