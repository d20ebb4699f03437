import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const SECRET = 'The king is a mimic.txt';

describe('handing a campaign over', () => {
  let gm: Tab, heir: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Bram', 'Holt');
    heir = await newUser('Sela', 'Voss', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Sunken Crown', await userId(heir));
    await uploadFile(gm, { campaign, name: SECRET, content: 'It bites.', spoiler: true });
  });
  afterAll(async () => {
    for (const each of [gm, heir]) await each?.context.close();
    await closeBrowser();
  });

  const section = () => gm.page.locator('section', { hasText: 'Hand over' }).last();
  const offer = async () => {
    await section().getByRole('button', { name: 'Offer the campaign' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Offer the campaign' });
    await dialog.getByLabel('New owner').selectOption('Sela Voss');
    await dialog.getByRole('button', { name: 'Offer', exact: true }).click();
    await section().getByText('Offered to Sela Voss, who has not answered yet.').waitFor();
  };

  it('is offered by its owner, who can take that back', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await offer();
    await section().getByRole('button', { name: 'Withdraw the offer' }).click();
    await section().getByRole('button', { name: 'Offer the campaign' }).waitFor();
    await offer();
    expect(await axeFindings(gm.page)).toEqual([]);
  });

  it('is shown to the member at home and in the campaign, who sees no spoiler by that', async () => {
    await heir.page.goto('/home');
    await heir.page.getByText('Bram Holt offers you “The Sunken Crown”.').waitFor();
    await heir.page.getByRole('link', { name: 'See the offer' }).click();
    await heir.page.getByText('Bram Holt offers you this campaign.').waitFor();
    await heir.page.getByText('You will see every spoiler').waitFor();
    await heir.page.getByText('Documents that your game master shares').waitFor();
    expect(await heir.page.content()).not.toContain(SECRET);
    expect(await axeFindings(heir.page)).toEqual([]);
  });

  it('is accepted: everything is theirs at once, and who owned it is co-GM', async () => {
    await heir.page.getByRole('button', { name: 'Become its owner' }).click();
    await heir.page.getByText('You own The Sunken Crown now.').waitFor();
    await heir.page.getByText(SECRET).waitFor();
    await heir.page.getByRole('button', { name: 'Upload Document' }).waitFor();
    await heir.page.getByRole('button', { name: 'Delete campaign' }).waitFor();

    await gm.page.reload();
    await gm.page.getByText('Sela Voss runs this campaign.').waitFor();
    await gm.page.getByText('Bram Holt (you)').waitFor();
    await gm.page.getByText(SECRET).waitFor();
    await gm.page.getByRole('button', { name: `Move to trash: ${SECRET}` }).waitFor();
    expect(await gm.page.getByRole('button', { name: 'Delete campaign' }).count()).toBe(0);
    const refused = await callApi(gm, 'DELETE', `/api/campaigns/${campaign}/`);
    expect(refused.status).toBe(403);
  });

  it('lets the former owner leave, whose documents stay', async () => {
    await gm.page.getByRole('button', { name: 'Leave campaign' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Leave campaign' });
    await dialog.getByRole('button', { name: 'Leave campaign' }).click();
    await gm.page.waitForURL('**/home');
    const { body } = await callApi(heir, 'GET', `/api/documents/?campaign=${campaign}`);
    expect(body).toMatchObject([{ original_filename: SECRET }]);
  });
});
