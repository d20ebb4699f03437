import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const SECRET = 'The duke is dead.md';
const content = 'Words.';

describe('a co-GM at the documents of a campaign', () => {
  let gm: Tab, coGm: Tab, player: Tab;
  let campaign: string;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    gm = await newUser('Orla', 'Finch');
    coGm = await newUser('Ivo', 'Lark');
    player = await newUser('Nan', 'Wren', { width: 390, height: 844 });
    tabs.push(gm, coGm, player);
    const [second, third] = [await userId(coGm), await userId(player)];
    campaign = await newCampaign(gm, 'The Glass Moor');
    const path = `/api/campaigns/${campaign}`;
    await callApi(gm, 'POST', `${path}/add-players/`, { players: [second, third] });
    await callApi(gm, 'PATCH', `${path}/players/${second}/`, { role: 'co_gm' });
    await uploadFile(gm, { campaign, name: SECRET, content, spoiler: true });
    await coGm.page.goto(`/campaigns/${campaign}`);
  });
  afterAll(async () => {
    for (const { context } of tabs) await context.close();
    await closeBrowser();
  });

  const documents = ({ page }: Tab) => page.getByRole('region', { name: 'Documents' });
  const button = (name: string) => documents(coGm).getByRole('button', { name, exact: true });
  const read = async (tab: Tab) => {
    const list = await callApi(tab, 'GET', `/api/documents/?campaign=${campaign}`);
    return (list.body as { original_filename: string }[]).map((one) => one.original_filename);
  };

  it('sees the spoilers, reveals and hides them again', async () => {
    await button(`Reveal ${SECRET}`).click();
    await button(`Hide ${SECRET}`).waitFor();
    expect(await read(player)).toEqual([SECRET]);
    await button(`Hide ${SECRET}`).click();
    await button(`Reveal ${SECRET}`).waitFor();
    expect(await read(player)).toEqual([]);
    expect(await axeFindings(coGm.page)).toEqual([]);
  });

  it('adds files by choosing them; the owner’s dialog is the owner’s', async () => {
    expect(await button('Upload Document').count()).toBe(0);
    const input = documents(coGm).locator('input[type=file][aria-label="Choose files…"]');
    await input.setInputFiles(
      ['Moor.txt', 'Hut.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(name),
      })),
    );
    await button('Reveal Hut.txt').waitFor();
    await button('Reveal Moor.txt').waitFor();
    expect((await read(gm)).sort()).toEqual(['Hut.txt', 'Moor.txt', SECRET].sort());
    expect(await read(player)).toEqual([]);
  });

  it('moves a document to the trash, takes that back, and finds the trash', async () => {
    expect(
      await documents(coGm)
        .getByRole('button', { name: /^Delete/ })
        .count(),
    ).toBe(0);
    await button('Move to trash: Hut.txt').click();
    const message = coGm.page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await message
      .filter({ hasText: 'Hut is in the trash.' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await button('Move to trash: Hut.txt').waitFor();

    await button('Move to trash: Hut.txt').click();
    await button('Move to trash: Hut.txt').waitFor({ state: 'detached' });
    await button('Trash').click();
    const trash = coGm.page.getByRole('dialog', { name: 'Trash' });
    await trash.getByRole('button', { name: 'Restore Hut.txt' }).click();
    await trash.getByText('The trash is empty.').waitFor();
    await trash.getByRole('button', { name: 'Close' }).first().click();
    await button('Move to trash: Hut.txt').waitFor();
  });

  it('gives the campaign’s own matters to its owner alone', async () => {
    expect(await coGm.page.getByRole('button', { name: 'Delete campaign' }).count()).toBe(0);
    const refused = await callApi(coGm, 'DELETE', `/api/campaigns/${campaign}/`);
    expect(refused.status).toBe(403);
  });
});
