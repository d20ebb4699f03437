import type { Page } from 'playwright-core';
import {
  chooseUpload,
  newCampaign,
  openDocuments,
  sendUpload,
  uploadFile,
} from '../product/campaign';
import { callApi, newUser, userId } from '../product/person';
import { headingInFocus, openCampaign, row, type Scenario } from './scenario';

/** Separate fixtures, because these changes cannot be undone. */
async function newTable({ owner, playerId }: Scenario) {
  const id = await newCampaign(owner, 'Shared', playerId);
  const documents: Record<string, string> = {};
  for (const name of ['One.txt', 'Two.txt', 'Three.txt'])
    documents[name] = (await uploadFile(owner, { campaign: id, name, content: name })).id;
  return { id, documents };
}

const message = (page: Page, words: string) =>
  page.getByRole('list', { name: 'Messages' }).getByText(words);

export function twoPeople(scenario: () => Scenario): void {
  describe('two people at once', () => {
    // Without live updates: the screens notice the other person's changes on the next action.
    const stream = (url: URL) => url.pathname.startsWith('/api/live/');
    beforeAll(async () => {
      for (const { page } of [scenario().owner, scenario().player])
        await page.route(stream, (route) => route.abort());
    });
    afterAll(async () => {
      for (const { page } of [scenario().owner, scenario().player]) await page.unroute(stream);
    });

    it('find out in words that a document has gone under their hands', async () => {
      const { owner, player } = scenario();
      const { page } = owner;
      const table = await newTable(scenario());
      await openCampaign(page, table.id, 'One.txt');
      await openCampaign(player.page, table.id, 'One.txt');
      // The same owner was faster in another browser.
      const goes = (name: string) =>
        callApi(owner, 'DELETE', `/api/documents/${table.documents[name]}/`);

      await goes('Three.txt');
      await row(page, 'Three.txt').getByRole('button', { name: 'Hide' }).click();
      await message(
        page,
        'This document was deleted or hidden. Choose another one from the list.',
      ).waitFor();
      await row(page, 'Three.txt').waitFor({ state: 'detached' });

      await goes('Two.txt');
      await row(page, 'Two.txt').getByRole('button', { name: 'Rename' }).click();
      await page.getByLabel('File name').fill('Two, again.txt');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('dialog')
        .getByText('This document was deleted or hidden. Choose another one from the list.')
        .waitFor();
      await page.keyboard.press('Escape');

      await row(page, 'One.txt').getByRole('button', { name: 'Delete' }).click();
      await goes('One.txt');
      await page.getByRole('button', { name: 'OK' }).click();
      await page
        .getByRole('dialog')
        .getByText('This document was deleted or hidden. Choose another one from the list.')
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('No documents yet.').waitFor();

      await player.page.getByRole('link', { name: 'One.txt' }).click();
      await headingInFocus(player.page, 'This document is no longer here.');
      await player.page.getByRole('link', { name: 'To the campaign’s documents' }).click();
      const documents = await openDocuments(player.page);
      await documents.getByText('Documents that your game master shares').waitFor();
    });

    it('lose none of the other’s players', async () => {
      const { owner, playerId } = scenario();
      const guest = await newUser('Ida', 'Late');
      const guestId = await userId(guest);
      const { id } = await newTable(scenario());
      const change = (what: string, player: string) =>
        callApi(owner, 'POST', `/api/campaigns/${id}/${what}-players/`, { players: [player] });
      const answers = await Promise.all([
        change('add', guestId),
        change('remove', playerId),
        change('add', guestId),
        change('remove', playerId),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { body } = await callApi(owner, 'GET', `/api/campaigns/${id}/`);
      expect((body as { players: string[] }).players).toEqual([guestId]);
      await guest.context.close();
    });

    it('tell a player who was removed, at the next thing they do', async () => {
      const { owner, player, playerId } = scenario();
      const { page } = player;
      const { id } = await newTable(scenario());
      await openCampaign(page, id, 'One.txt');
      const path = `/api/campaigns/${id}/remove-players/`;
      await callApi(owner, 'POST', path, { players: [playerId] });
      await page.getByRole('button', { name: 'Leave campaign' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Leave campaign' }).click();
      await dialog.getByText('There is no such campaign.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('or you are no longer one of its players').waitFor();
      await page.getByRole('link', { name: 'Two.txt' }).click();
      await headingInFocus(page, 'This document is no longer here.');
      await page.goto(`/campaigns/${id}`);
      await page.getByText('Unable to load campaign.').waitFor();
    });

    it('keep page, list and words when the campaign is deleted while they work on it', async () => {
      const { owner } = scenario();
      const { page } = owner;
      const { id } = await newTable(scenario());
      await openCampaign(page, id, 'One.txt');
      await callApi(owner, 'DELETE', `/api/campaigns/${id}/`);

      await page.getByLabel('Title').fill('Shared no more');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This campaign has been deleted.').waitFor();
      await page.getByText('There is no such campaign.').waitFor();
      const players = page.getByRole('region', { name: 'Players' });
      await players.getByRole('button', { name: 'Remove' }).click();
      await players.getByText('Could not remove player').waitFor();
      const dialog = await chooseUpload(page, 'Late.txt', 'late');
      await sendUpload(dialog);
      await dialog.getByText('There is no such campaign.').waitFor();
      await page.keyboard.press('Escape');
      expect(await row(page, 'One.txt').count()).toBe(1);
      expect(await page.getByLabel('Title').inputValue()).toBe('Shared no more');

      await page.getByRole('button', { name: 'To your campaigns' }).click();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
      await page.getByText('Tale 1').waitFor();
      expect(await page.locator(`a[href="/campaigns/${id}"]`).count()).toBe(0);
    });
  });
}
