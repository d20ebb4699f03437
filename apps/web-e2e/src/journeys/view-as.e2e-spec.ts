import { axeFindings } from '../browser/axe';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import { callApi, newUser, userId, type Tab } from '../product/person';

const CANARY = 'The-regent-is-the-lich';
const content = 'Written for one pair of eyes.';

describe('a game master who looks with the eyes of a player', () => {
  let gm: Tab, player: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed');
    campaign = await newCampaign(gm, 'The Drowned Court');
    const players = [await userId(player)];
    await callApi(gm, 'POST', `/api/campaigns/${campaign}/add-players/`, { players });
    await uploadFile(gm, { campaign, name: 'House rules.md', content });
    await uploadFile(gm, { campaign, name: `${CANARY}.md`, content, spoiler: true });
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
  });

  const documentsOf = ({ page }: Tab) => page.getByRole('region', { name: 'Documents' });

  it('sees the documents that the player sees, and can change nothing', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await documentsOf(gm).getByText(`${CANARY}.md`).waitFor();
    await gm.page.getByRole('link', { name: 'View as your players' }).click();
    await gm.page.getByText('This is what the party sees.').waitFor();
    await documentsOf(gm).getByText('House rules.md').waitFor();
    expect(await gm.page.content()).not.toContain(CANARY);

    const answers: string[] = [];
    gm.page.on('response', async (response) => {
      if (response.request().headers()['x-view-as']) answers.push(await response.text());
    });
    await gm.page.getByRole('link', { name: 'Pia Reed' }).click();
    await gm.page.getByText('This is what Pia Reed sees.').waitFor();
    await documentsOf(gm).getByText('House rules.md').waitFor();
    expect(answers.join('\n')).toContain('House rules.md');
    expect(answers.join('\n')).not.toContain(CANARY);

    await player.page.goto(`/campaigns/${campaign}`);
    await documentsOf(player).getByText('House rules.md').waitFor();
    // A document opens with the same eyes.
    const gmSees = (await documentsOf(gm).ariaSnapshot()).replaceAll(/\?as=[\w-]+/g, '');
    expect(gmSees).toBe(await documentsOf(player).ariaSnapshot());
    expect(await axeFindings(gm.page)).toEqual([]);
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
