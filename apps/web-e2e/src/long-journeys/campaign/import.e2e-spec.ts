import fs from 'node:fs/promises';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pngFile } from '../../product/files';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';
import { textsIn, zipFile } from '../../product/zip';

const SECRET = 'Mira is the lich of the mill.';
const VAULT = zipFile({
  'Vault/NPCs/Mira.md': `---\ntags: [harbor]\n---\nMira runs the ferry to [[Old Mill]].\n\n> [!secret]\n> ${SECRET}\n`,
  'Vault/Places/Old Mill.md': 'The mill creaks.\n\n![[map.png]]\n\nIt hides [[The Cellar]].\n',
  'Vault/Places/map.png': pngFile(120, 80),
  'Vault/.obsidian/app.json': '{}',
});

describe('import and export', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  let imported: string;

  beforeAll(async () => {
    gm = await newUser('Ilse', 'Binder');
    player = await newUser('Odo', 'Reader', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Ferry', await userId(player));
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  const titles = async (tab: Tab) => {
    const { body } = await callApi(tab, 'GET', `/api/documents/?campaign=${campaign}`);
    return (body as { title: string }[]).map(({ title }) => title).sort();
  };
  const importButton = (name: string | RegExp) =>
    gm.page.getByRole('button', { name, exact: true });
  const exportOf = async ({ page }: Tab): Promise<Map<string, string>> => {
    await page.goto(`/campaigns/${campaign}/export`);
    await page.getByRole('button', { name: 'Start export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    return textsIn(await fs.readFile(await (await download).path()));
  };

  it('reviews a vault before anything is saved, on every screen size', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/library`);
    await page.getByRole('link', { name: 'Import a vault or folder' }).click();
    await page
      .locator('input[type="file"]:not([webkitdirectory])')
      .setInputFiles({ name: 'Vault.zip', mimeType: 'application/zip', buffer: VAULT });
    await page.getByRole('heading', { level: 2, name: '2 notes, 1 file' }).waitFor();
    imported = page.url();
    expect(await titles(gm)).toEqual([]);
    expect(await page.locator('[data-included]').getByText('Spoilers').count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
      await picture(page, `import review ${width}`);
    }
    await page.getByRole('button', { name: /^Unresolved links/ }).click();
    await page.getByRole('list', { name: 'Unresolved links' }).getByText('The Cellar').waitFor();
    await page.getByRole('button', { name: /^All/ }).click();
  });

  it('continues after a reload with the changes of the review', async () => {
    const { page } = gm;
    await page.getByRole('button', { name: /^Mira/ }).click();
    await page.getByLabel('Audience').selectOption('Public');
    await page.getByRole('checkbox', { name: 'Import map' }).uncheck();
    await importButton('Import 2 documents').waitFor();
    await page.reload();
    await importButton('Import 2 documents').waitFor();
    expect(await page.locator('[data-included]').getByText('Public').count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Import map' }).check();
  });

  it('imports the documents with their links and secrets', async () => {
    const { page } = gm;
    await importButton('Import 3 documents').click();
    await page.getByRole('heading', { level: 2, name: '3 documents imported' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Mira' }).click();
    await page.getByText(SECRET).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'Old Mill' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Old Mill' }).waitFor();
    await page.getByRole('article').getByRole('img').first().waitFor();

    expect(await titles(player)).toEqual(['Mira']);
    await player.page.goto(`/campaigns/${campaign}/library`);
    await player.page.getByRole('link', { name: 'Mira' }).click();
    await player.page.getByText('Mira runs the ferry to').waitFor();
    expect(await player.page.content()).not.toContain(SECRET);
  });

  it('finds nothing new when the same vault is imported again', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/import`);
    await page
      .locator('input[type="file"]:not([webkitdirectory])')
      .setInputFiles({ name: 'Vault.zip', mimeType: 'application/zip', buffer: VAULT });
    await page.getByText('Already imported, unchanged').nth(2).waitFor();
    expect(await importButton('Nothing selected').isDisabled()).toBe(true);
    await importButton('Cancel import').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText('The import was canceled.').waitFor();
  });

  it('exports to each person the documents that the person can see', async () => {
    const ofGm = await exportOf(gm);
    const note = [...ofGm].find(([path]) => path.endsWith('Mira.md'));
    expect(note?.[1]).toContain(SECRET);
    expect([...ofGm.keys()].filter((path) => path.endsWith('Old Mill.md'))).toHaveLength(1);
    expect(await axeFindings(gm.page)).toEqual([]);

    const ofPlayer = await exportOf(player);
    const shown = [...ofPlayer].find(([path]) => path.endsWith('Mira.md'));
    expect(shown?.[1]).toContain('Mira runs the ferry');
    expect([...ofPlayer].join()).not.toMatch(/lich|creaks/);
    expect(await pageWidth(player.page)).toBeLessThanOrEqual(390);
  });

  it('does not hand out an export once something in it is hidden', async () => {
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    const mira = (body as { id: string; title: string }[]).find(({ title }) => title === 'Mira');
    await callApi(gm, 'PATCH', `/api/documents/${mira?.id}/`, { is_spoilers: true });
    await player.page.getByRole('button', { name: /^Download/ }).click();
    await player.page.getByText('Something in this export was hidden or deleted since.').waitFor();
    await callApi(gm, 'PATCH', `/api/documents/${mira?.id}/`, { is_spoilers: false });
  });

  it('undoes the import, and asks about the document that was revealed since', async () => {
    const { page } = gm;
    await page.goto(imported);
    await page.getByRole('button', { name: /^Undo import/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move changed documents to the trash?' });
    await dialog.getByRole('checkbox', { name: 'Mira' }).check();
    await dialog.getByRole('button', { name: 'Move 1 to trash' }).click();
    await page.getByText('The import was undone.').waitFor();
    expect(await titles(gm)).toEqual([]);
    expect(await titles(player)).toEqual([]);
  });

  it('has no import page for players', async () => {
    await player.page.goto(imported);
    await player.page.getByText('There is no such page for players.').waitFor();
    await player.page.goto(`/campaigns/${campaign}/library`);
    await player.page.getByRole('button', { name: 'Export' }).click();
    expect(await player.page.getByRole('menuitem').allTextContents()).toEqual(['Export…']);
  });
});
