import { closeBrowser } from '../product/browser';
import { callApi, newPerson, seat, signUp, userId, type Seat } from '../product/person';
import { uploadFile } from '../product/upload';

const CANARY = 'The-regent-is-the-lich';
const content = 'Written for one pair of eyes.';

describe('two game masters and a player', () => {
  let gm: Seat, other: Seat, player: Seat;
  let campaign: string;
  let secret: { id: string; s3_key: string };

  beforeAll(async () => {
    [gm, other, player] = [
      await seat(newPerson('Gerda', 'Moss')),
      await seat(newPerson('Otto', 'Quill')),
      await seat(newPerson('Pia', 'Reed')),
    ];
    for (const each of [gm, other, player]) await signUp(each);
    const created = await callApi(gm, 'POST', '/api/campaigns/', {
      title: 'The Drowned Court',
      game_system: 'Pathfinder 2e',
      players: [],
    });
    campaign = (created.body as { id: string }).id;
    const added = await callApi(gm, 'POST', `/api/campaigns/${campaign}/add-players/`, {
      players: [player.person.email.toUpperCase()],
    });
    expect(added.body).toMatchObject({ players: [await userId(player)] });
    await uploadFile(gm, { campaign, name: 'House rules.md', content });
    secret = await uploadFile(gm, { campaign, name: `${CANARY}.md`, content, spoiler: true });
  });
  afterAll(async () => {
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
    // A filter, not an address: it finds nothing, as for a campaign that never was.
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
    const documents = player.page.getByRole('region', { name: 'Documents' });
    await documents.scrollIntoViewIfNeeded();
    await documents.getByText('House rules.md').waitFor();
    await player.page.reload();
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

  it('lets a player leave, and the campaign is gone for them', async () => {
    const left = await callApi(player, 'POST', `/api/campaigns/${campaign}/remove-players/`, {
      players: [await userId(player)],
    });
    expect(left.status).toBe(200);
    expect((await callApi(player, 'GET', `/api/campaigns/${campaign}/`)).status).toBe(404);
    expect((await callApi(player, 'GET', '/api/documents/')).body).toEqual([]);
  });
});
