import { codeIn, linksIn } from '@tomekeeper/testing';
import { picture } from '../../browser/launch-browser';
import { addPasskeyDevice, AuthenticatorApp } from '../../product/authenticator-app';
import { closeBrowser } from '../../product/browser';
import {
  callApi,
  newUser,
  openTab,
  pressSignIn,
  signIn,
  userId,
  type Tab,
} from '../../product/person';
import { shared } from '../../product/shared-product';
import { openStores, type Stores } from '../../product/stores';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

// Sensitive changes of an account: recent proof of identity, change of the e-mail address, and
// undo.
describe('a sign-in of long ago', () => {
  let owner: Tab;
  let stores: Stores;
  let id: string;
  let firstEmail: string;
  let undoLink: string;
  beforeAll(async () => {
    stores = await openStores(shared.dataDir);
    owner = await newUser('Wanda', 'Ashby');
    id = await userId(owner);
    firstEmail = owner.person.email;
  });
  afterAll(async () => {
    await stores?.close();
    await owner?.context.close();
    await closeBrowser();
  });

  const part = (name: string) => owner.page.getByRole('region', { name, exact: true });
  const proof = () => owner.page.getByRole('dialog', { name: 'Confirm that it is you' });
  const confirm = () => proof().getByRole('button', { name: 'Confirm', exact: true }).click();

  const message = (text: string) =>
    owner.page.getByRole('list', { name: 'Messages' }).getByText(text);

  /** The clock of this test: the sign-in and its proofs are that much older now. */
  const minutesLater = (minutes: number) =>
    stores.query(
      `UPDATE identity.user_session
          SET auth_time = auth_time - interval '${minutes} minutes',
              proved_at = proved_at - interval '${minutes} minutes' WHERE user_id = '${id}'`,
    );

  async function proveByPassword() {
    await proof().getByLabel('Your password').fill(owner.person.password);
    await confirm();
    await proof().waitFor({ state: 'detached' });
  }

  it('asks for identity in a dialog before an address change, and keeps the entered address', async () => {
    const { page, person } = owner;
    const email = `new.${firstEmail}`;
    await page.goto('/account');
    const change = part('Change e-mail');
    await change.getByLabel('New address').fill(email);
    await minutesLater(11);
    await change.getByRole('button', { name: 'Send the code' }).click();
    await proof().getByLabel('Your password').fill('Not-the-password-1');
    await picture(page, 'proof-password');
    await confirm();
    await proof().getByText('This is not your password.').waitFor();
    await picture(page, 'proof-wrong');
    expect(await shared.inbox.to(email)).toEqual([]);
    await proveByPassword();
    expect(new URL(page.url()).pathname).toBe('/account');
    await change.getByText(`Sent to ${email}. It can take a minute to arrive.`).waitFor();

    await change.getByLabel('Confirmation code').fill(codeIn(await shared.inbox.latest(email)));
    await change.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Your email is changed.').waitFor();
    person.email = email;
    const mail = await shared.inbox.latest(firstEmail, ({ subject }) =>
      /email was changed/.test(subject),
    );
    undoLink = linksIn(mail).find((link) => link.includes('/undo-email-change?')) ?? '';
    expect(undoLink).toMatch(`${shared.url}/undo-email-change?token=`);
  });

  it('asks before a passkey is added, and adds it', async () => {
    await owner.page.setViewportSize(PHONE);
    await addPasskeyDevice(owner);
    await minutesLater(11);
    await part('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await proveByPassword();
    await part('Passkeys').getByRole('listitem').waitFor();
    await message('Your passkey is added.').hover(); // keeps it for the next test
  });

  it('takes the passkey as proof before an authenticator app is set up', async () => {
    const twoStep = part('Two-step sign-in');
    await minutesLater(11);
    await twoStep.getByRole('button', { name: 'Set up an authenticator app' }).press('Enter');
    // On phones no toast covers the buttons.
    await proof().waitFor();
    expect(await message('Your passkey is added.').isVisible()).toBe(true);
    // A finger meets it, once dialog and message have stopped moving.
    await proof().getByRole('button', { name: 'Cancel' }).click({ trial: true });
    await proof().getByRole('button', { name: 'Use your passkey' }).waitFor();
    await picture(owner.page, 'proof-passkey');
    await proof().getByRole('button', { name: 'Use your passkey' }).click();
    await twoStep.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await proof().count()).toBe(0);
    const app = new AuthenticatorApp(await twoStep.locator('code').innerText());

    // The proof expires again during the app setup: the entered code is kept as well.
    await twoStep.getByLabel('Confirmation code').fill(app.next());
    await minutesLater(11);
    await twoStep.getByRole('button', { name: 'Confirm' }).click();
    await proof().getByRole('button', { name: 'Use your passkey' }).click();
    await twoStep.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await owner.page.setViewportSize(DESKTOP);
  });

  it('gives the account back to the old address, by the link in the mail, three days long', async () => {
    const there = await openTab(owner.person);
    const { page } = there;
    await stores.query(
      `UPDATE identity.email_change_undo SET changed_at = changed_at - interval '71 hours',
              expires_at = expires_at - interval '71 hours' WHERE user_id = '${id}'`,
    );
    await page.goto(undoLink);
    await page.getByRole('heading', { level: 1, name: 'Undo the change' }).waitFor();
    await picture(page, 'undo');
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('Your email is back. Now choose a new password.').waitFor();
    await page.getByText(`Sent to ${firstEmail}, if it has an account here.`).waitFor();
    await picture(page, 'undone');
    const mail = await shared.inbox.latest(firstEmail, ({ subject }) => /password/i.test(subject));
    await page.getByLabel('Confirmation code').fill(codeIn(mail));
    const password = `${owner.person.password}-mine`;
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.waitForURL('**/home');
    expect((await callApi(there, 'GET', '/api/me/')).body).toMatchObject({ email: firstEmail });

    // The other address signs in no more, and the link is spent.
    await page.goto(undoLink);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('This link has been used already, is older than 72 hours').waitFor();
    expect(await page.getByRole('button', { name: 'Undo the change' }).count()).toBe(0);
    await picture(page, 'undo-spent');
    await there.context.close();
    await pressSignIn(owner.page, owner.person);
    await owner.page.getByText('Incorrect username or password.').waitFor();
    owner.person = { ...owner.person, email: firstEmail, password };
  });

  it('asks before the account is deleted, above the question whether to delete it', async () => {
    const { page, person } = owner;
    await signIn(owner);
    await page.goto('/account');
    await part('Delete account').getByRole('button', { name: 'Delete my account' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete your account' });
    await deleting.getByLabel('Your email').fill(person.email);
    await minutesLater(11);
    await deleting.getByRole('button', { name: 'Delete my account' }).click();
    await proof().getByLabel('Your password').waitFor();
    await picture(page, 'proof-delete');
    await proveByPassword();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Your account is deleted.').first().waitFor();
    await shared.inbox.latest(person.email, ({ subject }) => /account is deleted/.test(subject));
  });
});
