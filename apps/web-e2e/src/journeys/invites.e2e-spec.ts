import { closeBrowser } from '../product/browser';
import { newCampaign } from '../product/campaign';
import { newPerson, newUser, openTab, type Tab } from '../product/person';
import { shared } from '../product/shared-product';

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
    await players().getByText('for 10 more people').waitFor();
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
