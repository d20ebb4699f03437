import { codeIn } from '@tomekeeper/testing';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { newPerson, newUser, openTab, typeSignUp, type Tab } from '../../product/person';
import { shared } from '../../product/shared-product';

const PHONE = { width: 390, height: 844 };

/** Joining by a link without an account is `evening.e2e-spec.ts`. */
describe('an invite', () => {
  let gm: Tab;
  let campaign: string;
  let link: string;
  const tabs: Tab[] = [];
  const players = () => gm.page.getByRole('region', { name: 'Players' });

  beforeAll(async () => {
    gm = await newUser('Mara', 'Venn');
    tabs.push(gm);
    campaign = await newCampaign(gm, 'The Salt Road');
  });
  afterAll(async () => {
    for (const { context } of tabs) await context.close();
    await closeBrowser();
  });

  it('is created in two clicks, with a QR code', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await gm.page.getByRole('button', { name: 'Invite players' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Invite players' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    link = await dialog.getByLabel('Invite link').inputValue();
    expect(link).toMatch(new RegExp(`^${shared.url}/invite#[\\w-]{43}$`));
    await dialog.getByRole('img', { name: 'QR code for joining' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await players().getByText('Open invites').waitFor();
  });

  it('survives a code that is typed in another browser', async () => {
    const person = newPerson('Ilse', 'Thorn');
    const [first, second] = [await openTab(person), await openTab(person, PHONE)];
    tabs.push(first, second);
    await first.page.goto(link);
    await first.page.getByText('Mara Venn invites you to play in this campaign').waitFor();
    await typeSignUp(first.page, person);
    await first.page.getByRole('button', { name: 'Create Account' }).click();
    const code = first.page.getByLabel('Confirmation code');
    await code.waitFor();
    const mail = await shared.inbox.latest(person.email);
    expect(mail.text).toContain('Entering the code also joins that campaign.');
    expect(mail.text).not.toContain('The Salt Road');

    await second.page.goto('/signup');
    await second.page.getByLabel('Email').fill(person.email);
    await second.page.getByRole('button', { name: 'I have a verification code' }).click();
    await second.page.getByLabel('Confirmation code').pressSequentially(codeIn(mail));
    await second.page.waitForURL('**/login');
    await second.page.getByLabel('Password', { exact: true }).fill(person.password);
    await second.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await second.page.waitForURL('**/home');
    await second.page.getByRole('link', { name: /The Salt Road/ }).waitFor();

    // The used code leads on in the browser that signed up.
    await code.pressSequentially(codeIn(mail));
    await first.page.waitForURL(`**/campaigns/${campaign}`);
    await first.page.getByRole('heading', { name: 'The Salt Road' }).waitFor();
    await players().getByText('for 9 more people').waitFor();
  });

  it('opens the campaign for members without asking again', async () => {
    const member = tabs[1]!;
    await member.page.goto('/home');
    await member.page.goto(link);
    await member.page.waitForURL(`**/campaigns/${campaign}`);
    await gm.page.reload();
    await players().getByText('for 9 more people').waitFor();
  });

  it('by e-mail brings a co-GM to the table', async () => {
    const coGm = await newUser('Edda', 'Quill');
    tabs.push(coGm);
    await gm.page.getByRole('button', { name: 'Invite players' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Invite players' });
    await dialog.getByLabel('Invite as').selectOption('Co-GM');
    await dialog.getByLabel('E-mail addresses').fill(coGm.person.email);
    await dialog.getByRole('button', { name: 'Send invites' }).click();
    await dialog.getByText(`Sent to ${coGm.person.email}.`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await players()
      .getByText(/\(co-GM\)/)
      .waitFor();
    const mail = await shared.inbox.latest(coGm.person.email, ({ subject }) =>
      subject.includes('invited to a campaign'),
    );
    const path = /\/invite#[\w-]+/.exec(mail.text)?.[0];
    await coGm.page.goto(path!);
    await coGm.page.getByText('Mara Venn invites you to run this campaign').waitFor();
    await coGm.page.getByRole('button', { name: 'Accept' }).click();
    await coGm.page.waitForURL(`**/campaigns/${campaign}`);
    await coGm.page.getByRole('button', { name: 'Invite players' }).waitFor();
  });

  it('shows that it was revoked, and still opens the campaign for members', async () => {
    await gm.page.reload();
    await players().getByText('for 9 more people').waitFor();
    await players().getByRole('button', { name: 'Revoke' }).click();
    await players().getByText('Open invites').waitFor({ state: 'detached' });
    const late = await openTab(newPerson('Late', 'Comer'));
    tabs.push(late);
    await late.page.goto(link);
    await late.page.getByText(/This invite was withdrawn/).waitFor();
    expect(await late.page.content()).not.toContain('The Salt Road');
    const member = tabs[1]!;
    await member.page.goto(link);
    await member.page.waitForURL(`**/campaigns/${campaign}`);
  });
});
