import { axeFindings } from '../browser/axe';
import { closeBrowser } from '../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../product/campaign';
import { callApi, newUser, userId, type Tab } from '../product/person';

const CANARY = 'The-regent-is-the-lich';
const content = 'Written for one pair of eyes.';

describe('a game master who looks with the eyes of a player', () => {
  let gm: Tab, player: Tab;
  let campaign: string, handout: string, mixed: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed');
    campaign = await newCampaign(gm, 'The Drowned Court');
    const players = [await userId(player)];
    await callApi(gm, 'POST', `/api/campaigns/${campaign}/add-players/`, { players });
    await uploadFile(gm, { campaign, name: 'House rules.md', content });
    await uploadFile(gm, { campaign, name: `${CANARY}.md`, content, spoiler: true });
    mixed = await note('The mill', false, `# The mill\n\nIt turns.\n\n> [!secret]\n> ${CANARY}.`);
    const keep = `# Keep\n\n## Gate\n\nIt is shut.\n\n${CANARY} waits.\n\n[Mill](#d-${mixed}).`;
    handout = await note(CANARY, true, keep);
    const read = await callApi(gm, 'GET', `/api/documents/${handout}/passages/`);
    const all = (read.body as { passages: { id: string; text: string }[] }).passages;
    const passages = all.filter(({ text }) => !text.includes(CANARY)).map(({ id }) => id);
    const audience = { players };
    const revealed = { passages, audience, public_title: 'A shut gate' };
    await callApi(gm, 'PUT', `/api/documents/${handout}/audience/`, revealed);
    // View-as does not show the read state of players.
    await callApi(player, 'PUT', '/api/documents/news/read/', { campaign });
  });
  const note = async (title: string, is_spoilers: boolean, markdown: string) => {
    const body = { campaign, title, is_spoilers, markdown };
    const made = await callApi(gm, 'POST', '/api/documents/notes/', body);
    return (made.body as { id: string }).id;
  };
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
  });

  const documentsOf = ({ page }: Tab) => page.getByRole('region', { name: 'Documents' });

  it('sees the documents that the player sees, and can change nothing', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await documentsOf(gm).getByText(`${CANARY}.md`).waitFor();
    await gm.page.getByRole('link', { name: 'View as your players' }).click();
    await gm.page.getByText('You are viewing as the party.').waitFor();
    await documentsOf(gm).getByText('House rules.md').waitFor();
    expect(await gm.page.content()).not.toContain(CANARY);

    const answers: Promise<string>[] = [];
    gm.page.on('response', (response) => {
      // Pending responses are discarded when their page is closed.
      if (response.request().headers()['x-view-as']) answers.push(response.text().catch(() => ''));
    });
    await gm.page.getByRole('link', { name: 'Pia Reed' }).click();
    await gm.page.getByText('You are viewing as Pia Reed.').waitFor();
    await documentsOf(gm).getByText('House rules.md').waitFor();
    const told = (await Promise.all(answers)).join('\n');
    expect(told).toContain('House rules.md');
    expect(told).not.toContain(CANARY);

    await player.page.goto(`/campaigns/${campaign}`);
    await (await openDocuments(player.page)).getByText('House rules.md').waitFor();
    // A document opens with the same eyes.
    const gmSees = (await documentsOf(gm).ariaSnapshot()).replaceAll(/\?as=[\w-]+/g, '');
    expect(gmSees).toBe(await documentsOf(player).ariaSnapshot());
    expect(await axeFindings(gm.page)).toEqual([]);
  });

  /** Accessibility tree of a page, with the link targets adjusted for the viewer. */
  const treeOf = async ({ page }: Tab) =>
    (await page.getByRole('main').ariaSnapshot())
      .replaceAll(/\?as=[\w-]+/g, '')
      // The view-as page of a campaign has a separate path.
      .replaceAll(/\/as\/[\w-]+/g, '');
  /** Removes the view-as banner. */
  const withoutNotice = async (tab: Tab) => {
    await tab.page
      .getByRole('status')
      .filter({ hasText: 'You are viewing as' })
      .evaluate((notice) => notice.remove());
    return treeOf(tab);
  };

  /** Removes the banner about new passages. */
  const withoutNews = async (tab: Tab) => {
    const news = tab.page.getByRole('status').filter({ hasText: 'new to you' });
    await news.waitFor();
    await news.evaluate((banner) => banner.remove());
    return treeOf(tab);
  };

  it.each<[string, () => string, string | RegExp]>([
    ['library', () => '', 'A shut gate'],
    ['text of a note of which a part is hidden', () => `/${mixed}`, 'It turns.'],
    ['handout of which a part is shown to them alone', () => `/${handout}`, 'It is shut.'],
  ])('finds on the page of the %s just what the player finds', async (_, path, words) => {
    const place = `/campaigns/${campaign}/library${path()}`;
    await player.page.goto(place);
    await player.page.getByText(words).first().waitFor();
    await gm.page.goto(`${place}?as=${await userId(player)}`);
    await gm.page.getByText('You are viewing as Pia Reed.').waitFor();
    await gm.page.getByText(words).first().waitFor();
    expect(await axeFindings(gm.page, 'main')).toEqual([]);
    expect(await gm.page.content()).not.toContain(CANARY);
    const isText = path() !== '';
    expect(await withoutNotice(gm)).toBe(await (isText ? withoutNews : treeOf)(player));
  });

  it('keeps the viewer when following a link in a text', async () => {
    const { page } = gm;
    const as = await userId(player);
    await page.goto(`/campaigns/${campaign}/library/${handout}?as=${as}`);
    await page.getByRole('link', { name: 'Mill', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The mill' }).waitFor();
    expect(new URL(page.url()).searchParams.get('as')).toBe(as);
    expect(await page.content()).not.toContain(CANARY);
  });

  it('has no ledger then, and writes nothing', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/ledger?as=party`);
    await page.getByText('Players have no ledger.').waitFor();
    await page.goto(`/campaigns/${campaign}/library/${mixed}?as=party&edit=1`);
    await page.getByText('To write, go back to your own view.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
    await page.goto(`/campaigns/${campaign}/as/party`);
    await page.getByText('You are viewing as the party.').waitFor();
  });

  it('goes back to everything', async () => {
    await gm.page.getByRole('link', { name: 'Back to your own view' }).click();
    await documentsOf(gm).getByText(`${CANARY}.md`).waitFor();
  });

  it('is no way for players', async () => {
    await player.page.goto(`/campaigns/${campaign}/as/party`);
    await player.page.getByText('Only a game master of the campaign').waitFor();
    expect(await player.page.content()).not.toContain(CANARY);
  });
});
