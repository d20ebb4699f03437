import fs from 'node:fs/promises';
import { PURGE_HOURS } from '@tomekeeper/contracts-identity';
import { codeIn, settles } from '@tomekeeper/testing';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { beginUpload, newCampaign, uploadFile } from '../../product/campaign';
import { callApi, newUser, pressSignIn, signIn, userId, type Tab } from '../../product/person';
import { passRobotCheck } from '../../product/robot-check';
import { shared } from '../../product/shared-product';
import { openStores, type Stores } from '../../product/stores';

const OWN_SECRET = 'The-innkeeper-is-a-doppelganger';
const OTHERS_SECRET = 'The-duke-died-years-ago';
const HANDOUT = 'Everyone-may-read-this-letter';

/** Maximum delay of the storage worker and cleanup jobs on a busy machine. */
const WORKERS_MS = 110_000;

describe('a person who leaves', () => {
  let leaver: Tab, friend: Tab;
  let stores: Stores;
  let own: string, others: string;
  let oldEmail: string;
  /** Ids and addresses that must be nowhere in the end. */
  const traces: string[] = [];

  beforeAll(async () => {
    stores = await openStores(shared.dataDir);
    leaver = await newUser('Lena', 'Farewell');
    friend = await newUser('Frido', 'Stays');
    oldEmail = leaver.person.email;
    own = await newCampaign(leaver, 'The Last Inn', await userId(friend));
    others = await newCampaign(friend, 'The Dead Duke', await userId(leaver));
    await uploadFile(friend, { campaign: others, name: 'letter.txt', content: HANDOUT });
    const secret = { campaign: others, name: 'duke.txt', content: OTHERS_SECRET, spoiler: true };
    await uploadFile(friend, secret);
    const document = await uploadFile(leaver, {
      campaign: own,
      name: 'inn.txt',
      content: OWN_SECRET,
      spoiler: true,
    });
    const halfway = { campaign: own, name: 'unfinished.txt', content: 'half a thought' };
    traces.push(await userId(leaver), oldEmail, own, document.id, document.s3_key, OWN_SECRET);
    traces.push(await beginUpload(leaver, halfway));
  });
  afterAll(async () => {
    await stores?.close();
    await leaver?.context.close();
    await friend?.context.close();
    await closeBrowser();
  });

  const leaveWordsUnder = async (email: string) => {
    await callApi(leaver, 'POST', '/api/subscribe/', { email, name: 'Lena' });
    const recaptcha_token = await passRobotCheck(shared.url);
    const message = { email, message: 'Where did my dice go?', recaptcha_token };
    expect((await callApi(leaver, 'POST', '/api/contact/', message)).status).toBe(201);
  };

  it('changes the address with a code that went to the new one', async () => {
    const { page, person } = leaver;
    await leaveWordsUnder(oldEmail);
    const email = `new.${oldEmail}`;
    await page.goto('/account');
    await page.getByLabel('New address').fill(email);
    await page.getByRole('button', { name: 'Send the code' }).click();
    const code = codeIn(await shared.inbox.latest(email));
    await page.getByLabel('Confirmation code').fill(code);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Your email is changed.').waitFor();
    expect((await callApi(leaver, 'GET', '/api/me/')).body).toMatchObject({ email });
    await shared.inbox.latest(oldEmail, ({ subject }) => /email was changed/.test(subject));

    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    person.email = email;
    traces.push(email);
    await signIn(leaver);
    await page.waitForURL('**/home');
  });

  it('takes everything along in one zip, and nothing that is not theirs', async () => {
    const { page, person } = leaver;
    // Data keyed by e-mail address instead of user id.
    await leaveWordsUnder(person.email);

    await page.goto('/account');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    await picture(page, 'account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^tomekeeper-data-\d{4}-\d\d-\d\d\.zip$/);
    const zip = await fs.readFile(await download.path(), 'latin1');
    expect(zip).toContain('documents/The Last Inn/inn.txt');
    expect(zip).toContain(OWN_SECRET);
    for (const absent of [OTHERS_SECRET, HANDOUT, 'duke.txt', 'letter.txt'])
      expect(zip).not.toContain(absent);
  });

  it('deletes the account behind its typed address, and a mail confirms it', async () => {
    const { page, person } = leaver;
    expect(await stores.find(traces)).not.toEqual([]); // makes sure the search has results
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    const submit = dialog.getByRole('button', { name: 'Delete my account' });
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Your email').fill(person.email);
    await picture(page, 'delete-account');
    await submit.click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Your account is deleted.').first().waitFor();
    await shared.inbox.latest(person.email, ({ subject }) => /account is deleted/.test(subject));

    await pressSignIn(page, person);
    await page.getByText('Incorrect username or password.').waitFor();
    await settles(async () => {
      expect((await callApi(friend, 'GET', `/api/campaigns/${own}/`)).status).toBe(404);
      const { body } = await callApi(friend, 'GET', `/api/campaigns/${others}/`);
      expect(body).toMatchObject({ players: [] });
    });
  });

  it('leaves nothing behind once the purge time is over', async () => {
    await settles(async () => expect(await stores.find([OWN_SECRET])).toEqual([]), {
      timeout: WORKERS_MS,
      every: 1000,
    });
    // Ages all scheduled work by moving the clock of this test.
    await stores.query(
      `UPDATE document.object_removal SET due_at = due_at - interval '${PURGE_HOURS} hours',
              again_at = again_at - interval '${PURGE_HOURS} hours'`,
    );
    await stores.query(
      `UPDATE document.deleted_campaign SET deleted_at = deleted_at - interval '${PURGE_HOURS} hours'`,
    );
    for (const table of ['hint', 'recent_change'])
      await stores.query(`UPDATE live.${table} SET created_at = created_at - interval '1 hour'`);
    await settles(async () => expect(await stores.find(traces)).toEqual([]), {
      timeout: WORKERS_MS,
      every: 1000,
    });
  }, 300_000);

  it('keeps the data of other users', async () => {
    expect(await stores.find([OTHERS_SECRET])).not.toEqual([]);
    expect((await callApi(friend, 'GET', `/api/documents/?campaign=${others}`)).body).toHaveLength(
      2,
    );
  });
});
