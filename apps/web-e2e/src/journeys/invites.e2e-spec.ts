import { codeIn } from '@tomekeeper/testing';
import { closeBrowser } from '../product/browser';
import { newCampaign } from '../product/campaign';
import { newPerson, newUser, openTab, type Tab } from '../product/person';
import { shared } from '../product/shared-product';

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

  it('is made with two presses, with a QR code', async () => {
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

  it('takes somebody without an account through sign-up and confirmation into the campaign', async () => {
    const player = await openTab(newPerson('Tobin', 'Ash'), { width: 390, height: 844 });
    tabs.push(player);
    const { page, person } = player;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers()['referer']}`));
    await page.goto(link);
    await page.getByRole('heading', { name: 'The Salt Road' }).waitFor();
    await page.getByText('Mara Venn invites you to play').waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Enter the verification code we sent to your email.').waitFor();
    // As when a phone's mail program pushed the browser out of memory.
    const mail = await shared.inbox.latest(person.email);
    await page.getByLabel('Confirmation code').fill(codeIn(mail));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL(`**/campaigns/${campaign}`);
    await page.getByRole('heading', { name: /The Salt Road/ }).waitFor();
    await page.getByText('Tobin Ash (you)').waitFor();
    expect(page.url()).not.toContain('#');

    // Nobody but the calls that need it gets the token, and no page is told where it came from.
    const token = link.split('#')[1]!;
    const carriers = sent.filter((line) => line.includes(token));
    for (const line of carriers) expect(line).toMatch(/\/api\/invites\/\?token=[\w-]+ /);
    for (const line of sent) expect(line.split(' ')[1]).not.toContain(token);
    await gm.page.reload();
    await players().getByText('Tobin Ash').waitFor();
    await players().getByText('for 9 more people').waitFor();
  });

  it('that was revoked says so to those who come late, and lets in who is in', async () => {
    await players().getByRole('button', { name: 'Revoke' }).click();
    await players().getByText('Open invites').waitFor({ state: 'detached' });
    const late = await openTab(newPerson('Late', 'Comer'));
    tabs.push(late);
    await late.page.goto(link);
    await late.page.getByText(/This invite was withdrawn/).waitFor();
    expect(await late.page.content()).not.toContain('The Salt Road');
    const player = tabs[1]!;
    await player.page.goto(link);
    await player.page.waitForURL(`**/campaigns/${campaign}`);
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
});
