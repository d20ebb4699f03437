import { picture } from '../browser/launch-browser';
import { closeBrowser } from '../product/browser';
import { chooseUpload, sendUpload } from '../product/campaign';
import {
  logOut,
  newPerson,
  newUser,
  openTab,
  signUp,
  storedToken,
  userId,
  type Tab,
} from '../product/person';
import { shared } from '../product/shared-product';

/** Long enough that progress is seen, short enough for a test. */
const HANDOUT = Buffer.alloc(3 * 1024 * 1024, 'The mill burned down in the winter of 1402.\n');

describe.each([
  ['at a desk', { width: 1280, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
])("a game master's main job %s", (where, viewport) => {
  let gm: Tab;
  let player: Tab;
  const shoot = (name: string) => picture(gm.page, `${where} ${name}`);

  beforeAll(async () => {
    gm = await openTab(newPerson('Mara', 'Venn'), viewport);
    player = await newUser('Tobin', 'Ash');
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('signs up with the code from the mail and finds an empty shelf', async () => {
    await signUp(gm);
    await gm.page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
    await gm.page.getByText("You don't have any campaigns yet.").waitFor();
    await shoot('home-empty');
  });

  it('creates a campaign', async () => {
    await gm.page
      .getByRole('link', { name: 'New Campaign' })
      .or(gm.page.getByRole('button', { name: 'New Campaign' }))
      .first()
      .click();
    await gm.page.getByRole('heading', { level: 1, name: 'Create Campaign' }).waitFor();
    const create = gm.page.getByRole('button', { name: 'Create', exact: true });
    expect(await create.isDisabled()).toBe(true);
    await gm.page.getByLabel('Title').fill('  The Salt Road ');
    await gm.page.getByLabel('Game system').fill('D&D 5e');
    await shoot('campaign-new');
    await create.click();
    await gm.page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    await gm.page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
  });

  it('adds a player by user id and sees their name', async () => {
    const players = gm.page.getByRole('region', { name: 'Players' });
    await players.getByText('No players yet.').waitFor();
    await players.getByLabel('Add player by user id').fill(await userId(player));
    await players.getByRole('button', { name: 'Add', exact: true }).click();
    await players.getByText('Tobin Ash').waitFor();
  });

  it('uploads a document straight to object storage and sees it first', async () => {
    const { page } = gm;
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(new URL(request.url()).origin);
    });
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.scrollIntoViewIfNeeded();
    for (const [name, spoiler] of [
      ['Old map.txt', false],
      ['The mill.txt', true],
    ] as const) {
      const dialog = await chooseUpload(page, name, HANDOUT);
      if (spoiler) await dialog.getByLabel('Contains spoilers').click();
      await sendUpload(dialog);
      await dialog.waitFor({ state: 'detached' });
    }
    const names = await documents.getByRole('listitem').allInnerTexts();
    expect(names[0]).toContain('The mill.txt');
    expect(names[0]).toContain('Spoilers');
    expect(names[1]).toContain('Old map.txt');
    expect(names[1]).toContain('Public');
    expect(puts).toHaveLength(2);
    expect(puts[0]).not.toBe(new URL(shared.url).origin);
    await shoot('campaign');
  });

  it('opens a document in the page, and comes back', async () => {
    const { page } = gm;
    await page.getByRole('link', { name: 'Old map.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old map' }).waitFor();
    await page.getByText('The mill burned down').first().waitFor();
    await shoot('document');
    expect(gm.context.pages()).toHaveLength(1);
    await page.getByRole('link', { name: 'The Salt Road' }).click();
    await page.getByRole('region', { name: 'Documents' }).getByText('Old map.txt').waitFor();
  });

  it('shows the player the public document only', async () => {
    await player.page.goto(new URL(gm.page.url()).pathname);
    const documents = player.page.getByRole('region', { name: 'Documents' });
    await documents.scrollIntoViewIfNeeded();
    await documents.getByText('Old map.txt').waitFor();
    expect(await player.page.content()).not.toContain('The mill.txt');
    expect(await documents.getByRole('button', { name: 'Upload Document' }).count()).toBe(0);
  });

  it('deletes a document after a question', async () => {
    const { page } = gm;
    const documents = page.getByRole('region', { name: 'Documents' });
    const row = documents.getByRole('listitem').filter({ hasText: 'The mill.txt' });
    await row.getByRole('button', { name: /^Delete/ }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByText('Are you sure you want to delete "The mill.txt"?').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await row.waitFor({ state: 'detached' });
    await documents.getByText('Old map.txt').waitFor();
  });

  it('finds the campaign in the list, with its players counted', async () => {
    await gm.page.goto('/home');
    const card = gm.page.getByRole('listitem').filter({ hasText: 'The Salt Road' });
    await card.getByText('D&D 5e').waitFor();
    await card.getByText('1 player(s)').waitFor();
    await shoot('home');
  });

  it('logs out, and the session is over on the server too', async () => {
    const { page } = gm;
    const token = await storedToken(gm, 'idToken');
    await logOut(page);
    const refused = await page.request.get('/api/me/', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status()).toBe(401);
  });
});
