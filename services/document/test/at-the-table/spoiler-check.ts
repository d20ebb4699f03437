import { randomUUID } from 'node:crypto';
import { spoilerCheckAnswer, type CampaignDocument } from '@tomekeeper/contracts-document';
import { PlayerTextWriter } from '../../src/extraction-jobs/player-text-writer';
import { campaign, gm, player, service, stranger } from './table';

async function note(
  title: string,
  markdown: string,
  is_spoilers = true,
): Promise<CampaignDocument> {
  const body = { campaign, title, is_spoilers, markdown };
  const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  expect(made).toMatchObject({ status: 201 });
  return made.body as CampaignDocument;
}
const passages = async ({ id }: { id: string }): Promise<{ id: string; text: string }[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as: gm })).body.passages;
const check = (body: object, as = gm) =>
  service.call('POST', '/api/documents/spoiler-check/', {
    as,
    body: { campaign, audience: 'party', ...body },
  });
/** Which names are pointed out, and where each is hidden. */
async function names(body: object): Promise<string[]> {
  const answer = await check(body);
  expect(answer).toMatchObject({ status: 200 });
  return spoilerCheckAnswer.parse(answer.body).names.map(({ name, title }) => `${name}: ${title}`);
}

it('reports a name from hidden passages only, in any spelling', async () => {
  await note('Plans', 'Beneath the hill waits Strahd von Zarovich.');
  await note('Rumours', 'The village of Barovia fears somebody.', false);
  expect(await names({ texts: ['The letter to STRÁHD', 'strahd.pdf', 'Barovia'] })).toEqual([
    'STRÁHD: Plans',
  ]);
  expect(await names({ texts: ['Strahd von Zarovich in Barovia'] })).toEqual([
    'Strahd von Zarovich: Plans',
  ]);
  // Words that are never written as a name give no result.
  expect(await names({ texts: ['Who waits beneath the hill? Strahd'] })).toEqual(['Strahd: Plans']);
  expect(await names({ texts: ['Nothing of that', 'Ravenloft'] })).toEqual([]);
  expect(await names({ texts: ['Strahd'], audience: 'gm' })).toEqual([]);
});

it('knows visible text: passages, and titles of documents and the campaign', async () => {
  const plans = await note('Plans', 'Strahd and Ireena Kolyana are kin.');
  expect(await names({ texts: ['Ireena'] })).toEqual(['Ireena: Plans']);
  await note('Ireena, a friend', 'She is kind.', false);
  expect(await names({ texts: ['Ireena', 'Strahd'] })).toEqual(['Strahd: Plans']);
  service.entitle(campaign, 'Curse of Strahd');
  expect(await names({ texts: ['Strahd'] })).toEqual([]);
  service.entitle(campaign, 'The valley');
  const body = { is_spoilers: false };
  await service.call('PATCH', `/api/documents/${plans.id}/`, { as: gm, body });
  await service.app.get(PlayerTextWriter).showDue();
  expect(await names({ texts: ['Ireena', 'Strahd'] })).toEqual([]);
});

it('finds hidden passages of a Public document', async () => {
  await note(
    'Village',
    'The mayor is ill.\n\n> [!secret]\n> Here Izek obeys Fiona Wachter.',
    false,
  );
  expect(await names({ texts: ['Izek and the mayor', 'Fiona Wachter'] })).toEqual([
    'Izek: Village',
    'Fiona Wachter: Village',
  ]);
});

it('follows edits of a note, and a document into the trash', async () => {
  const { id } = await note('Plans', 'It is Strahd.');
  const [passage] = await passages({ id });
  const change = {
    id: passage!.id,
    kind: 'paragraph',
    content: { inlines: [{ text: 'It is Rahadin.' }] },
    base_version: 1,
  };
  const saved = await service.call('PATCH', `/api/documents/${id}/passages/`, {
    as: gm,
    body: { changes: [change], removed: [] },
  });
  expect(saved).toMatchObject({ status: 200, body: { clashes: [] } });
  expect(await names({ texts: ['Strahd', 'Rahadin'] })).toEqual(['Rahadin: Plans']);
  await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  expect(await names({ texts: ['Strahd', 'Rahadin'] })).toEqual([]);
});

it('checks passages before their reveal, and treats their names as known', async () => {
  const room = await note(
    'Room 12',
    'Dust lies on the altar. Behind it sleeps Vasilka.\n\nA portrait of Tatyana hangs here.\n\nThe Abbot hides.',
  );
  await note('Secrets', 'The altar is cursed. Tatyana was loved by Sergei.');
  const [first, second] = await passages(room);
  const revealing = (ids: 'all' | string[]) => ({
    revealing: { document: room.id, passages: ids },
  });
  // Words that are never written as a name give no result.
  expect(await names(revealing([first!.id]))).toEqual([]);
  expect(await names(revealing([second!.id]))).toEqual(['Tatyana: Secrets']);
  expect(await names(revealing('all'))).toEqual(['Tatyana: Secrets']);
  expect(await names({ texts: ['Vasilka'], ...revealing([first!.id]) })).toEqual([]);
  expect(await names({ texts: ['Vasilka'], ...revealing([second!.id]) })).toEqual([
    'Vasilka: Room 12',
    'Tatyana: Secrets',
  ]);
});

it('takes words of the language for no names, however titles are written', async () => {
  await note(
    'Plans',
    'Lantern light falls on the marsh road. Strahd waits at the old inn with a lantern. Rahadin. He is near.\n\nThe road leads to the Drowned Chapel. Beware the Marsh.',
  );
  for (const title of ['The Lantern Inn', 'the marsh road', 'Marsh Road.md', 'Chapel by the Road'])
    expect([title, await names({ texts: [title] })]).toEqual([title, []]);
  expect(await names({ texts: ['Strahd at the Lantern Inn'] })).toEqual(['Strahd: Plans']);
  // Written so only where a sentence begins, and small nowhere.
  expect(await names({ texts: ['Letter to Rahadin', 'rahadin.png'] })).toEqual(['Rahadin: Plans']);
  // Dictionary words that are part of a name.
  expect(await names({ texts: ['The drowned chapel'] })).toEqual(['drowned chapel: Plans']);
});

it('treats title words as known that appear in passages revealed with it', async () => {
  const room = await note('Room', 'Vasilka sleeps beside Izek.');
  await note('Secrets', 'Nobody trusts Izek, or Ludmilla.');
  const revealing = { document: room.id, passages: 'all' };
  expect(await names({ texts: ['Vasilka and Ludmilla'], revealing })).toEqual([
    'Ludmilla: Secrets',
    'Izek: Secrets',
  ]);
});

it('says no more names than a person reads', async () => {
  const many = Array.from(
    { length: 60 },
    (_, n) => `Qu${String.fromCharCode(97 + (n % 26))}${'xyz'[Math.floor(n / 26)]}`,
  );
  await note('Plans', `It is ${many.join(' and not ')}.`);
  const answer = await names({ texts: [many.join(', ')] });
  expect(answer).toHaveLength(20);
  expect(answer[0]).toBe(`${many[0]}: Plans`);
});

it('allows only GMs of the campaign, and only its documents and players', async () => {
  const { id } = await note('Plans', 'It is Strahd.');
  expect((await check({ texts: ['Strahd'] }, player)).status).toBe(403);
  expect((await check({ texts: ['Strahd'] }, stranger)).status).toBe(404);
  expect((await check({ campaign: randomUUID() })).status).toBe(404);
  const other = service.campaign(gm);
  expect(await names({ campaign: other, texts: ['Strahd'] })).toEqual([]);
  const revealing = { document: id, passages: 'all' };
  expect((await check({ campaign: other, revealing })).status).toBe(404);
  expect(await check({ audience: { players: [stranger.id] } })).toMatchObject({
    status: 400,
    body: { audience: [expect.any(String)] },
  });
  expect(await names({ texts: ['Strahd'], audience: { players: [player.id] } })).toEqual([
    'Strahd: Plans',
  ]);
});
