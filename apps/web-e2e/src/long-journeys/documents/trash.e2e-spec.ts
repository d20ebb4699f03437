import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const MAP = 'Map of the fen.txt';
const HEIR = 'The heir lives.txt';

/** Undo from the message is in `evening.e2e-spec.ts`. */
describe('the trash of a campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Hale', 'Mirk');
    player = await newUser('Una', 'Tarn', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'Fen and Fire', await userId(player));
    await uploadFile(gm, { campaign, name: MAP, content: 'Here be eels.' });
    await uploadFile(gm, { campaign, name: HEIR, content: 'In the mill.', spoiler: true });
    await gm.page.goto(`/campaigns/${campaign}`);
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
  });

  const documents = () => gm.page.getByRole('region', { name: 'Documents' });
  const row = (name: string) => documents().getByRole('listitem').filter({ hasText: name });
  const trash = () => gm.page.getByRole('dialog', { name: 'Trash' });
  const remove = async (name: string) => {
    await row(name)
      .getByRole('button', { name: `Delete ${name}` })
      .click();
    const dialog = gm.page.getByRole('dialog', { name: 'Delete document' });
    await dialog.getByText('You can bring it back from the trash for 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await row(name).waitFor({ state: 'detached' });
  };
  const idOf = async (name: string) => {
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    const all = body as { id: string; original_filename: string }[];
    return all.find(({ original_filename }) => original_filename === name)?.id;
  };
  const players = async () => {
    const { body } = await callApi(player, 'GET', `/api/documents/?campaign=${campaign}`);
    return (body as { original_filename: string }[]).map((one) => one.original_filename);
  };

  it('lists deleted documents with their remaining time, and restores them', async () => {
    await remove(HEIR);
    await remove(MAP);
    await documents().getByText('No documents yet.').waitFor();
    await gm.page.reload();
    await documents().getByRole('button', { name: 'Trash' }).click();
    const heir = trash().getByRole('listitem').filter({ hasText: HEIR });
    await heir.getByText('Spoilers').waitFor();
    await heir.getByText(/30 days/).waitFor();
    expect(await axeFindings(gm.page)).toEqual([]);
    for (const name of [HEIR, MAP])
      await trash()
        .getByRole('button', { name: `Restore ${name}` })
        .click();
    await trash().getByText('The trash is empty.').waitFor();
    await gm.page.keyboard.press('Escape');
    await row(HEIR).getByText('Spoilers').waitFor();
    await row(MAP).getByText('Public').waitFor();
    expect(await players()).toEqual([MAP]);
  });

  it('deletes a document permanently after confirmation', async () => {
    await remove(HEIR);
    await documents().getByRole('button', { name: 'Trash' }).click();
    const forGood = trash().getByRole('button', { name: `Delete permanently: ${HEIR}` });
    await forGood.click();
    await trash().getByRole('button', { name: 'Keep' }).waitFor();
    await forGood.click();
    await trash().getByText('The trash is empty.').waitFor();
    const { body } = await callApi(gm, 'GET', `/api/documents/trash/?campaign=${campaign}`);
    expect(body).toEqual([]);
  });

  it('is nothing to a player', async () => {
    await player.page.goto(`/campaigns/${campaign}`);
    await (await openDocuments(player.page)).getByText(MAP).waitFor();
    expect(await player.page.getByRole('button', { name: 'Trash' }).count()).toBe(0);
    const asked = await callApi(player, 'GET', `/api/documents/trash/?campaign=${campaign}`);
    expect(asked.status).toBe(403);
  });

  it('gives back the file of a document that was replaced by mistake', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    const url = `/campaigns/${campaign}/library/${await idOf(MAP)}`;
    await player.page.goto(url);
    await player.page.getByText('Here be eels.').waitFor();
    await row(MAP)
      .getByRole('button', { name: `More for ${MAP}` })
      .click();
    await gm.page.getByRole('menuitem', { name: 'Replace file…' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Replace file' });
    const buffer = Buffer.from('Here be pike.');
    await dialog.getByLabel('New file').setInputFiles({ name: 'v2.md', mimeType: '', buffer });
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await gm.page
      .getByText(
        'Map of the fen.md has its new file. Your players see it once its text is checked for secrets.',
      )
      .waitFor();
    await player.page.getByText('Here be pike.').waitFor();
    await gm.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await gm.page.getByText(`${MAP} has its earlier file again.`).waitFor();
    await player.page.getByText('Here be eels.').waitFor();
  });
});
