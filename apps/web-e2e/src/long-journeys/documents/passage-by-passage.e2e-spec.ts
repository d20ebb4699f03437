import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { isOffline, isSaved, stored, textbox } from '../../product/note-people';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const PHONE = { width: 390, height: 844 };
const REAL_TITLE = 'The keep of Azalin';
const HANDOUT = 'A drowned keep';
const DOORS = 'The doors are sealed with grey wax.';
const HALL = 'Rain falls through the broken roof of the hall.';
const WHISPER = 'Only you hear your own name, whispered.';
const NEVER = 'Azalin waits below the altar.';
const TEXT = `# The hall

> [!read-aloud]
> ${DOORS}

> [!read-aloud]
> ${HALL}

${WHISPER}

${NEVER}
`;

/** An evening in three browsers: a game master, and two players with their phones. */
describe('an adventure, shown passage by passage', () => {
  let gm: Tab, mia: Tab, jon: Tab;
  let campaign: string, keep: string;
  let passages: Record<string, string>;
  /** All server responses to Jon. */
  const toldJon: string[] = [];

  beforeAll(async () => {
    gm = await newUser('Greta', 'Moor');
    mia = await newUser('Mia', 'Reed', PHONE);
    jon = await newUser('Jon', 'Fisher', PHONE);
    campaign = await newCampaign(gm, 'The Salt Road', await userId(mia), await userId(jon));
    const body = { campaign, title: REAL_TITLE, is_spoilers: true, markdown: TEXT };
    const made = await callApi(gm, 'POST', '/api/documents/notes/', body);
    keep = (made.body as { id: string }).id;
    const read = await callApi(gm, 'GET', `/api/documents/${keep}/passages/`);
    const all = (read.body as { passages: { id: string; text: string }[] }).passages;
    passages = Object.fromEntries(all.map(({ id, text }) => [text.trim(), id]));
    jon.page.on('response', (response) => {
      const isText = /json|text/.test(response.headers()['content-type'] ?? '');
      if (isText && response.url().includes('/api/'))
        void response.text().then(
          (text) => toldJon.push(text),
          // The page was left before it had come.
          () => undefined,
        );
    });
    for (const { page } of [mia, jon]) {
      await page.goto(`/campaigns/${campaign}/library`);
      await page.getByText('No documents yet.').waitFor();
    }
  });
  afterAll(async () => {
    for (const each of [gm, mia, jon]) await each?.context.close();
    await closeBrowser();
  });

  const row = (page: Page, text: string) => page.locator(`[id="p-${passages[text]}"]`);
  const bar = () => gm.page.getByRole('group', { name: 'Selected passages' });
  /** Mouse input: the handle is next to the hovered passage. */
  const select = async (text: string) => {
    await row(gm.page, text).hover();
    await row(gm.page, text).getByRole('checkbox').click();
    await bar().waitFor();
  };
  /** Excludes toasts, which contain the name too. */
  const inText = ({ page }: Tab, text: string) =>
    page.getByRole('region', { name: 'Text' }).getByText(text);
  const sees = (tab: Tab, text: string) => inText(tab, text).waitFor();
  const losesSight = (tab: Tab, text: string) => inText(tab, text).waitFor({ state: 'detached' });

  it('shows the first box to the party, under a title that gives nothing away', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/library/${keep}`);
    await row(page, DOORS).waitFor();
    await select(DOORS);
    await bar().getByRole('button', { name: 'Reveal to the party' }).click();
    const title = page.getByRole('textbox', { name: 'Title for players' });
    await title.fill('Azalin’s keep');
    await page.getByRole('button', { name: 'Reveal', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Does this name spoil something?' });
    await question.getByText('is in this title, and your players do not know').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'spoiler check');
    await question.getByRole('button', { name: 'Change it' }).click();
    await title.fill(HANDOUT);
    await page.getByRole('button', { name: 'Reveal', exact: true }).click();
    // Appears in open libraries.
    for (const player of [mia, jon]) {
      await player.page.getByRole('link', { name: HANDOUT }).click();
      await sees(player, DOORS);
      expect(await inText(player, HALL).count()).toBe(0);
    }
    await picture(mia.page, 'handout 390');
  });

  it('shows the second box by keys alone, on pages that stand open', async () => {
    await row(gm.page, HALL).focus();
    await gm.page.keyboard.press('x');
    await gm.page.keyboard.press('r');
    for (const player of [mia, jon]) await sees(player, HALL);
  });

  it('shows a secret to one player only', async () => {
    await select(WHISPER);
    await bar().getByRole('button', { name: 'Chosen players…' }).click();
    const dialog = gm.page.getByRole('dialog', { name: 'Chosen players' });
    await dialog.getByLabel('Mia Reed').check();
    await dialog.getByRole('button', { name: 'Only Mia Reed' }).click();
    await sees(mia, WHISPER);
    await row(gm.page, WHISPER).getByText('Mia Reed').waitFor();
    await picture(gm.page, 'mixed text 1280');
    // By now an event would have arrived, as it did for Mia; the page refetches as well.
    await jon.page.reload();
    await sees(jon, HALL);
    expect(await inText(jon, WHISPER).count()).toBe(0);
  });

  it('is checked with the eyes of each', async () => {
    const { page } = gm;
    await page.getByRole('button', { name: `More for ${REAL_TITLE}` }).click();
    await page.getByRole('menuitem', { name: 'View as your players' }).click();
    await page.getByText('You are viewing as the party.').waitFor();
    await sees(gm, HALL);
    expect(await inText(gm, WHISPER).count()).toBe(0);
    await page.getByRole('link', { name: 'Mia Reed' }).click();
    await page.getByText('You are viewing as Mia Reed.').waitFor();
    await sees(gm, WHISPER);
    await page.getByRole('heading', { level: 1, name: HANDOUT }).waitFor();
    expect(await inText(gm, NEVER).count()).toBe(0);
    await page.getByRole('link', { name: 'Jon Fisher' }).click();
    await page.getByText('You are viewing as Jon Fisher.').waitFor();
    await sees(gm, HALL);
    expect(await inText(gm, WHISPER).count()).toBe(0);
  });

  it('is hidden again, and disappears from open pages', async () => {
    await gm.page.goto(`/campaigns/${campaign}/library/${keep}`);
    await row(gm.page, HALL).waitFor();
    await select(HALL);
    await bar().getByRole('button', { name: 'Hide', exact: true }).click();
    for (const player of [mia, jon]) {
      await losesSight(player, HALL);
      await sees(player, DOORS);
    }
    await sees(mia, WHISPER);
  });

  it('is recorded in the ledger, with the knowledge of each player', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/library`);
    await page.getByRole('link', { name: 'Ledger' }).click();
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByText('from the players').waitFor();
    const sentences = await today.locator('li:has(> time) > div > p:first-child').allTextContents();
    expect(sentences.toReversed()).toEqual([
      `Added ${REAL_TITLE} as Spoilers`,
      `Revealed a passage of ${REAL_TITLE} to the party`,
      `Revealed a passage of ${REAL_TITLE} to the party`,
      `Revealed a passage of ${REAL_TITLE} to Mia Reed`,
      `Hid a passage of ${REAL_TITLE} from the players`,
    ]);
    expect(await axeFindings(page, 'main')).toEqual([]);
    await picture(page, 'ledger 1280');

    await page.getByRole('button', { name: 'Player knowledge' }).click();
    await page.getByRole('heading', { name: 'Known to the party now' }).waitFor();
    await page.getByRole('link', { name: DOORS }).waitFor();
    expect(await page.getByRole('link', { name: HALL }).count()).toBe(0);
    expect(await page.getByRole('link', { name: WHISPER }).count()).toBe(0);
    await page.getByLabel('Who', { exact: true }).selectOption('Mia Reed');
    await page.getByRole('link', { name: WHISPER }).waitFor();
    await page.getByRole('link', { name: DOORS }).waitFor();
    expect(await axeFindings(page, 'main')).toEqual([]);
    await picture(page, 'player knowledge mia 1280');
  });

  it('takes the secret back from there', async () => {
    const { page } = gm;
    await page.getByRole('button', { name: 'What happened' }).click();
    await page.getByRole('button', { name: /^Undo: Revealed .* to Mia Reed$/ }).click();
    await losesSight(mia, WHISPER);
    await page.getByText('Undone: Revealed').waitFor();
    await sees(mia, DOORS);
  });

  it('keeps the notes of the evening through two cuts of the network and a dead tab', async () => {
    const { context } = gm;
    let page = await context.newPage();
    await page.goto(`/campaigns/${campaign}/library`);
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Session 1');
    await page.getByRole('button', { name: 'Create note' }).click();
    await textbox(page).click();
    const lines = ['They came by boat.', 'The wax was cut.', 'Rain in the hall.', 'Mia heard it.'];
    await page.keyboard.type(`${lines[0]}\n`);
    await isSaved(page);
    for (const line of lines.slice(1, 3)) {
      await context.setOffline(true);
      await page.keyboard.type(`${line}\n`);
      await isOffline(page);
      await context.setOffline(false);
      await isSaved(page);
    }
    await context.setOffline(true);
    await page.keyboard.type(lines[3] ?? '');
    await isOffline(page);
    // The tab's process ends: nothing of the page runs any more.
    const address = page.url();
    const devtools = await context.newCDPSession(page);
    const isKilled = page.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => undefined);
    await isKilled;
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    await page.goto(address);
    await textbox(page)
      .getByText(lines[3] ?? '')
      .waitFor();
    await isSaved(page);
    await picture(page, 'editor 1280');
    const id = /library\/([0-9a-f-]+)/.exec(address)?.[1] ?? '';
    const written = (await stored(gm, id)).map(({ text }) => text);
    expect(written.filter((text) => text !== '')).toEqual(lines);
  });

  it('has told Jon nothing that was not for him', () => {
    const told = toldJon.join('\n');
    expect(told).toContain(DOORS);
    for (const secret of [WHISPER, NEVER, REAL_TITLE, 'Azalin', 'Session 1'])
      expect(told).not.toContain(secret);
  });
});
