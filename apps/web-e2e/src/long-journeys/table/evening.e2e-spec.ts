import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { codeIn } from '@tomekeeper/testing';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign, openDocuments } from '../../product/campaign';
import { dropFolder, pdfFile, pngFile, wavFile } from '../../product/files';
import { newPerson, newUser, openTab, type Tab } from '../../product/person';
import { prefersFiles } from '../../product/prefers-files';
import { shared } from '../../product/shared-product';

/** Preparation of the game master: twelve files of eight types. */
const PREPARED: Record<string, string | Buffer> = {
  'Atlas of the coast.pdf': pdfFile(30, { word: 'lantern' }),
  'Map of the harbour.png': pngFile(600, 400),
  'The heir lives.png': pngFile(300, 400),
  'The mill.md': '# The mill\n\nIt grinds at night.',
  'The ferry.md': '# The ferry\n\nTwo coppers.',
  'The reeve’s secret.md': '# The reeve\n\nHe is the heir.',
  'Rumours.txt': 'The bell rings under water.',
  'Old letter.txt': 'Come before the thaw.',
  'Prices.csv': 'what,price\nrope,1\n',
  'Rain.wav': wavFile(2),
  'Contract.docx': 'PK',
  'Harbour plan.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
};
const ATLAS = 'Atlas of the coast.pdf';
const MAP = 'Map of the harbour.png';
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };

const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });
const row = (page: Page, name: string) =>
  documents(page).getByRole('listitem').filter({ hasText: name });

/** A game session with three screens, from the first invite to undoing a mistake. */
describe('an evening at the table', () => {
  let gm: Tab, phone: Tab, tablet: Tab;
  let campaign: string;
  let folder: string;
  /** All API responses to the players, except streams, which do not end. */
  const told: string[] = [];
  /** URLs requested by the players' browsers, each with its referrer. */
  const asked: { url: string; referer: string }[] = [];
  const players = () => [phone, tablet];
  const press = (name: string) => gm.page.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    folder = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'evening-')), 'Session 12');
    await fs.mkdir(folder);
    for (const [name, content] of Object.entries(PREPARED))
      await fs.writeFile(path.join(folder, name), content);
    gm = await newUser('Mara', 'Venn');
    await prefersFiles(gm);
    campaign = await newCampaign(gm, 'The Salt Road');
    await gm.page.goto(`/campaigns/${campaign}`);
  });
  afterAll(async () => {
    for (const tab of [gm, phone, tablet]) await tab?.context.close();
    await fs.rm(path.dirname(folder), { recursive: true });
    await closeBrowser();
  });

  it('starts with one link that lets two people without accounts join', async () => {
    await press('Invite players');
    const dialog = gm.page.getByRole('dialog', { name: 'Invite players' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Invite link').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const join = async (tab: Tab) => {
      const { page, person } = tab;
      page.on('response', (answer) => {
        if (/\/api\/(?!live\/)/.test(answer.url()))
          void answer.text().then(
            (text) => told.push(text),
            () => undefined,
          );
      });
      page.on('request', (request) =>
        asked.push({ url: request.url(), referer: request.headers()['referer'] ?? '' }),
      );
      await page.goto(link);
      await page.getByText('Mara Venn invites you to play in this campaign').waitFor();
      await page.getByLabel('First name').fill(person.firstName);
      await page.getByLabel('Last name').fill(person.lastName);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      const mail = await shared.inbox.latest(person.email);
      // Six digits send themselves.
      await page.getByLabel('Confirmation code').pressSequentially(codeIn(mail));
      await page.waitForURL(`**/campaigns/${campaign}`);
      await (await openDocuments(page)).getByText('No documents yet.').waitFor();
      expect(page.url()).not.toContain('#');
    };
    phone = await openTab(newPerson('Tobin', 'Ash'), PHONE);
    await prefersFiles(phone);
    tablet = await openTab(newPerson('Edda', 'Quill'), TABLET);
    await Promise.all(players().map(join));
    await gm.page
      .getByText(/(Tobin Ash and Edda Quill|Edda Quill and Tobin Ash) are here/)
      .waitFor();
  });

  it('has a folder of twelve files of eight kinds in place with one drag, which no player sees', async () => {
    await dropFolder(gm.page, folder);
    await gm.page.getByText('12 files were uploaded as Spoilers.').waitFor();
    for (const name of Object.keys(PREPARED)) {
      await row(gm.page, name).getByText('Spoilers').waitFor();
      await row(gm.page, name).getByText('Session 12').waitFor();
    }
    await picture(gm.page, 'evening prepared');
  });

  it('opens a book on the phone at the page that the game master reads', async () => {
    await press(`Reveal ${ATLAS}`);
    await documents(phone.page).getByText(ATLAS).waitFor();
    await documents(gm.page).getByRole('link', { name: ATLAS }).click();
    const field = gm.page.getByRole('textbox', { name: 'Page' });
    await field.fill('17');
    await field.press('Enter');
    await gm.page.waitForURL('**?page=17');
    await phone.page.goto(gm.page.url());
    const sheet = phone.page.getByRole('group', { name: 'Page 17', exact: true });
    await sheet.locator('canvas').waitFor();
    await sheet.getByText('Page 17 lantern').waitFor();
    await gm.page.goBack();
    await phone.page.goBack();
    await (await openDocuments(phone.page)).getByText(ATLAS).waitFor();
  });

  it('puts a map on both screens, and then before both faces', async () => {
    await press(`Reveal ${MAP}`);
    for (const { page } of players()) await documents(page).getByText(MAP).waitFor();
    await press(`Show now: ${MAP}`);
    for (const { page } of players()) {
      const dialog = page.getByRole('dialog', { name: 'Map of the harbour' });
      const drawing = dialog.getByRole('img', { name: MAP });
      await drawing.waitFor();
      await page.waitForFunction(
        (image) => (image as HTMLImageElement | null)?.naturalWidth === 600,
        await drawing.elementHandle(),
      );
      await picture(page, `evening shown ${page.viewportSize()?.width}`);
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
  });

  it('undoes a mistake: a deleted document disappears from all screens and returns', async () => {
    await press(`Delete ${MAP}`);
    const dialog = gm.page.getByRole('dialog', { name: 'Delete document' });
    await dialog.getByRole('button', { name: 'OK' }).click();
    const message = gm.page
      .getByRole('listitem')
      .filter({ hasText: 'Map of the harbour was deleted.' });
    await message.waitFor();
    for (const { page } of players())
      await documents(page).getByText(MAP).waitFor({ state: 'detached' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await row(gm.page, MAP).getByText('Public').waitFor();
    for (const { page } of players()) await documents(page).getByText(MAP).waitFor();
  });

  it('has sent players only the data they may see', async () => {
    for (const { page } of players())
      expect((await documents(page).locator('[data-name] a').allTextContents()).sort()).toEqual([
        ATLAS,
        MAP,
      ]);
    const words = told.join('\n');
    expect(words).toContain(MAP);
    for (const name of [...Object.keys(PREPARED), 'Session 12'])
      if (name !== MAP && name !== ATLAS) expect(words).not.toContain(name);
  });
});
