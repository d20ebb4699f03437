import { codeIn } from '@tomekeeper/testing';
import { picture } from '../../browser/launch-browser';
import { addPasskeyDevice, AuthenticatorApp } from '../../product/authenticator-app';
import { closeBrowser } from '../../product/browser';
import { newPerson, newUser, openTab, pressSignIn, type Tab } from '../../product/person';
import { shared } from '../../product/shared-product';

// One account on its way: first an authenticator app, then without it, then a passkey.
describe('more than a password', () => {
  let gm: Tab;
  let app: AuthenticatorApp;
  let recoveryCode: string;
  beforeAll(async () => {
    gm = await newUser('Oda', 'Reeve');
  });
  afterAll(async () => {
    await gm?.context.close();
    await closeBrowser();
  });

  const part = (name: string) => gm.page.getByRole('region', { name, exact: true });
  const main = () => gm.page.getByRole('main');
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click();

  async function logOut() {
    await gm.page.goto('/account');
    await part('Sign out').getByRole('button', { name: 'Sign out', exact: true }).click();
    await gm.page.waitForURL((url) => url.pathname === '/');
  }
  async function typeAddress() {
    await gm.page.goto('/login');
    await gm.page.getByLabel('Email').fill(gm.person.email);
  }
  const signInWithPassword = () => pressSignIn(gm.page, gm.person);

  it('sets an authenticator app up, and hands out recovery codes once', async () => {
    await gm.page.goto('/account');
    const twoStep = part('Two-step sign-in');
    await twoStep.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await twoStep.getByRole('img', { name: /QR code/ }).waitFor();
    app = new AuthenticatorApp(await twoStep.locator('code').innerText());
    await picture(gm.page, 'totp-setup');
    await twoStep.getByLabel('Confirmation code').fill(app.next());
    await twoStep.getByRole('button', { name: 'Confirm' }).click();
    const codes = twoStep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    recoveryCode = await codes.first().innerText();
    await picture(gm.page, 'recovery-codes');
    await twoStep.getByRole('button', { name: 'I have kept them' }).click();
    await twoStep.getByText('10 recovery codes left').waitFor();
  });

  it('asks for its code at sign-in, and then remembers the device', async () => {
    await logOut();
    await signInWithPassword();
    await gm.page.getByText('Enter the code from your authenticator app.').waitFor();
    await picture(gm.page, 'totp-step');
    await gm.page.getByLabel('Confirmation code').fill('000000');
    await press('Sign In');
    await main().getByRole('alert').waitFor();
    await gm.page.getByLabel('Remember this device').check();
    await gm.page.getByLabel('Confirmation code').fill(app.next());
    await press('Sign In');
    await gm.page.waitForURL('**/home');
  });

  it('asks a remembered device for nothing more than the password, until it is forgotten', async () => {
    await logOut();
    await signInWithPassword();
    await gm.page.waitForURL('**/home');
    await gm.page.goto('/account');
    const devices = part('Remembered devices');
    await devices.getByText(/^Last used/).waitFor();
    await picture(gm.page, 'remembered-device');
    await devices.getByRole('button', { name: /^Forget/ }).click();
    await devices.getByText('None yet.').waitFor();
  });

  it('takes a recovery code when the phone is gone, and then lets the app be removed', async () => {
    await logOut();
    await signInWithPassword();
    await gm.page.getByText('Enter the code from your authenticator app.').waitFor();
    await press('Use a recovery code');
    await gm.page.getByLabel('Recovery code').fill(recoveryCode);
    await press('Sign In');
    await gm.page.waitForURL('**/home');
    await gm.page.goto('/account');
    await part('Two-step sign-in').getByText('9 recovery codes left').waitFor();
    await part('Two-step sign-in').getByRole('button', { name: /off/ }).click();
    await gm.page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await part('Two-step sign-in').getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('adds a passkey and signs in with it', async () => {
    await addPasskeyDevice(gm);
    await press('Add a passkey');
    await part('Passkeys').getByRole('listitem').waitFor();
    await picture(gm.page, 'passkeys');
    await logOut();
    await typeAddress();
    await press('Use a passkey');
    await gm.page.waitForURL('**/home');
  });

  it('signs in with a code by email, chosen among the other ways', async () => {
    await logOut();
    await typeAddress();
    await press('Other ways in');
    await gm.page.getByText('Choose how to sign in.').waitFor();
    await picture(gm.page, 'first-factors');
    await press('A code by email');
    await gm.page.getByText('Enter the code we sent to your email.').waitFor();
    const mail = await shared.inbox.latest(gm.person.email, ({ subject }) =>
      /signs you in/.test(subject),
    );
    await gm.page.getByLabel('Confirmation code').fill(codeIn(mail));
    await press('Sign In');
    await gm.page.waitForURL('**/home');
  });

  it('shows security events and signed-in devices', async () => {
    await gm.page.goto('/account');
    const activity = part('Recent activity');
    for (const words of ['Two-step sign-in turned on', 'Signed in with a recovery code', 'Passkey'])
      await activity.getByText(words).first().waitFor();
    await gm.page.getByRole('list', { name: 'Sessions' }).getByText('This one').waitFor();
    await picture(gm.page, 'activity');
  });

  it('lets users with an account from the operators choose a password', async () => {
    const { page, person, context } = await openTab(newPerson('Ilse', 'Marsh'));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const temporary = await shared.createAccount(person.email, person.firstName, person.lastName);
    await pressSignIn(page, { email: person.email, password: temporary });
    await page.getByLabel('New password').fill(person.password);
    await button('Set new password').click();
    await page.waitForURL('**/home');
    await context.close();
  });
});
