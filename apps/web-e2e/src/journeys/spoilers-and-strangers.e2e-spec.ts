import { randomUUID } from 'node:crypto';
import { eventually } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { closeConnections } from '../hostile/raw-request';
import { closeBrowser } from '../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../product/campaign';
import { callApi, newUser, storedToken, userId, type Tab } from '../product/person';
import { shared } from '../product/shared-product';
import { allAnswers, type Guess } from '../spoilers/all-answers';
import { gmActions, actOnSpoilers } from '../spoilers/hidden-actions';

const CANARY = 'The-regent-is-the-lich';
const content = 'Written for one pair of eyes.';

describe('two game masters and a player', () => {
  let gm: Tab, other: Tab, player: Tab;
  let campaign: string;
  let secret: Guess, open: Guess;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    other = await newUser('Otto', 'Quill');
    player = await newUser('Pia', 'Reed');
    campaign = await newCampaign(gm, 'The Drowned Court');
    const added = await callApi(gm, 'POST', `/api/campaigns/${campaign}/add-players/`, {
      players: [player.person.email.toUpperCase()],
    });
    expect(added.body).toMatchObject({ players: [await userId(player)] });
    open = await uploadFile(gm, { campaign, name: 'House rules.md', content });
    secret = await uploadFile(gm, { campaign, name: `${CANARY}.md`, content, spoiler: true });
    // The extraction status changes over time, independent of spoilers.
    await eventually(async () => {
      const { body } = await callApi(player, 'GET', `/api/documents/${open.id}/passages/`);
      expect(body).toMatchObject({ total: 1 });
      return true;
    });
  });
  afterAll(async () => {
    closeConnections();
    for (const each of [gm, other, player]) await each?.context.close();
    await closeBrowser();
  });

  it('answers a stranger with 404 everywhere', async () => {
    for (const [method, path, body] of [
      ['GET', `/api/campaigns/${campaign}/`],
      ['PATCH', `/api/campaigns/${campaign}/`, { title: 'Mine now' }],
      ['DELETE', `/api/campaigns/${campaign}/`],
      ['POST', `/api/campaigns/${campaign}/add-players/`, { players: [await userId(other)] }],
      ['POST', `/api/campaigns/${campaign}/remove-players/`, { players: [await userId(player)] }],
      ['POST', '/api/documents/presign/', { campaign, file_name: 'a.txt', is_spoilers: false }],
      ['GET', `/api/documents/${secret.id}/content/`],
      ['PATCH', `/api/documents/${secret.id}/`, { is_spoilers: false }],
      ['DELETE', `/api/documents/${secret.id}/`],
    ] as const) {
      const answer = await callApi(other, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(JSON.stringify(answer)).not.toContain(CANARY);
    }
    expect((await callApi(other, 'GET', '/api/campaigns/')).body).toEqual([]);
    // A filter, not a path: the result is empty, as for an unknown campaign.
    expect((await callApi(other, 'GET', `/api/documents/?campaign=${campaign}`)).body).toEqual([]);
    expect((await callApi(other, 'GET', '/api/documents/')).body).toEqual([]);
  });

  it('shows a stranger in the browser that there is nothing', async () => {
    await other.page.goto(`/campaigns/${campaign}`);
    await other.page.getByText('Unable to load campaign.').waitFor();
    expect(await other.page.content()).not.toContain('The Drowned Court');
  });

  it('never sends a spoiler to a player, by any way', async () => {
    const sent: string[] = [];
    player.page.on('response', (response) => {
      void response
        .text()
        .then((text) => sent.push(response.url(), text))
        .catch(() => undefined);
    });
    await player.page.goto(`/campaigns/${campaign}`);
    const documents = await openDocuments(player.page);
    await documents.getByText('House rules.md').waitFor();
    await player.page.reload();
    await openDocuments(player.page);
    await documents.getByText('House rules.md').waitFor();
    for (const text of [...sent, await player.page.content()]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(secret.s3_key);
      expect(text).not.toContain(secret.id);
    }
    for (const [method, path, body] of [
      ['GET', `/api/documents/${secret.id}/content/`],
      ['PATCH', `/api/documents/${secret.id}/`, { is_spoilers: false }],
      ['DELETE', `/api/documents/${secret.id}/`],
    ] as const)
      expect((await callApi(player, method, path, body)).status).toBe(404);
  });

  it('sends a player the same responses for every operation, regardless of actions on spoilers', async () => {
    const token = await storedToken(player, 'idToken');
    const toldOf = (guesses: Guess[]) =>
      allAnswers({ origin: shared.url, token, campaign, known: [open], guesses });
    const nothing = () => ({ id: randomUUID(), s3_key: `campaigns/${campaign}/${randomUUID()}` });
    await fc.assert(
      fc.asyncProperty(gmActions, async (todo) => {
        const word = `CANARY-${randomUUID().slice(0, 8)}`;
        // The first round opens the documents: nothing is new to the player after it.
        await toldOf([secret, nothing()]);
        const before = toldOf([secret, ...todo.map(nothing), nothing()]);
        const ever = [
          secret,
          ...(await before.then(() => actOnSpoilers(gm, { campaign, known: [open], word }, todo))),
        ];
        while (ever.length < todo.length + 2) ever.push(nothing());
        const after = await toldOf(ever);
        expect(after).toBe(await before);
        expect(after).toContain('House rules.md');
        const mails = await fetch(`${process.env['E2E_MAIL_URL']}/email`);
        for (const text of [after, await mails.text()]) {
          expect(text).not.toContain(word);
          expect(text).not.toContain(CANARY);
        }
      }),
      propertyRuns(1),
    );
  });

  it('lets a player leave, and the campaign is gone for them', async () => {
    const left = await callApi(player, 'POST', `/api/campaigns/${campaign}/remove-players/`, {
      players: [await userId(player)],
    });
    expect(left.status).toBe(200);
    expect((await callApi(player, 'GET', `/api/campaigns/${campaign}/`)).status).toBe(404);
    expect((await callApi(player, 'GET', '/api/documents/')).body).toEqual([]);
  });
});
