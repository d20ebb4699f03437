import { randomUUID } from 'node:crypto';
import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from '../../document-app';
import { download, exportedBy, filesOfZip, imported } from '../transfer-app';

// Portraits of characters and pictures of players' notes in archives.

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let other: TestPerson;
let campaign: string;
let copy: string;
let photo: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, other] = (await Promise.all(
    ['Gm', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  const create = { width: 40, height: 30, channels: 3 as const, background: '#345' };
  photo = await sharp({ create }).jpeg().toBuffer();
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player, other]);
  copy = service.campaign(gm, [player, other]);
  for (const one of [campaign, copy]) service.entitle(one, 'Saltmarsh');
  const character = { name: 'Ireena', line: 'A ranger' };
  const members = [{ id: player.id, name: 'Player', character }];
  service.contents.set(campaign, { members, sessions: [] });
});

async function ask(method: 'GET' | 'POST' | 'PATCH', path: string, as: TestPerson, body?: object) {
  const answer = await service.call(method, path, { as, ...(body && { body }) });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
}

/** Uploads a picture of the player. @returns its id */
async function upload(
  query: Record<string, string> = { purpose: 'character' },
): Promise<{ id: string; width?: number; height?: number }> {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/documents/pictures/?${new URLSearchParams({ campaign, ...query })}`,
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'image/jpeg' },
    payload: photo,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

/** A note of the player with a picture. */
async function draw(title: string, author_audience: 'private' | 'gms' | 'party'): Promise<void> {
  const note = await ask('POST', '/api/documents/notes/', player, {
    ...{ campaign, title, author_audience, markdown: title, idempotency_key: randomUUID() },
  });
  const { id: image, width, height } = await upload({ purpose: 'note', note: note.id });
  const content = { image, width, height, inlines: [{ text: 'A sketch' }] };
  await ask('PATCH', `/api/documents/${note.id}/passages/`, player, {
    changes: [{ id: randomUUID(), kind: 'image', content }],
  });
}

const archive = async (as: TestPerson, of: string) =>
  filesOfZip(await download(await exportedBy(service, { as, campaign: of }, 'archive')));

const recordsIn = (files: ReadonlyMap<string, Buffer>, section: string) =>
  (files.get(`campaign/${section}.jsonl`)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Titles of notes with the files of their pictures. */
function picturesIn(files: ReadonlyMap<string, Buffer>) {
  const list = JSON.parse(files.get('files.json')!.toString()) as { id: string; path: string }[];
  const paths = new Map(list.map(({ id, path }) => [id, path]));
  const notes = recordsIn(files, 'player_notes').map(({ title, passages }) => [
    title,
    passages.flatMap(({ picture }: { picture?: string }) =>
      picture === undefined ? [] : files.get(paths.get(picture)!)!.length > 0,
    ),
  ]);
  return { count: list.length, notes: Object.fromEntries(notes) };
}

it('exports pictures of notes to their readers, and restores them', async () => {
  await draw('For all', 'party');
  await draw('For the GMs', 'gms');
  await draw('Mine', 'private');
  const [ofGm, ofOther] = [await archive(gm, campaign), await archive(other, campaign)];
  expect(picturesIn(ofGm)).toEqual({
    ...{ count: 2, notes: { 'For all': [true], 'For the GMs': [true] } },
  });
  expect(picturesIn(ofOther)).toEqual({ count: 1, notes: { 'For all': [true] } });
  expect(picturesIn(await archive(player, campaign))).toMatchObject({ count: 3 });

  const zip = await download(await exportedBy(service, { as: gm, campaign }, 'archive'));
  await imported(service, { gm, campaign: copy }, zip);
  const { notes } = (await ask('GET', `/api/documents/notes/?campaign=${copy}`, other)) as {
    notes: CampaignDocument[];
  };
  expect(notes.map(({ title }) => title)).toEqual(['For all']);
  const { passages } = (await ask('GET', `/api/documents/${notes[0]!.id}/passages/`, other)) as {
    passages: Passage[];
  };
  const image = passages.find(({ kind }) => kind === 'image')!.content.image!;
  const { images } = await ask('GET', `/api/documents/${notes[0]!.id}/images/?ids=${image}`, other);
  expect((await fetch(images[0].url)).status).toBe(200);
  expect(picturesIn(await archive(gm, copy))).toEqual(picturesIn(ofGm));
});

it('exports portraits of characters, and serves no archive with a removed one', async () => {
  const { id } = await upload();
  const { id: started } = await exportedBy(service, { as: other, campaign }, 'archive');
  const files = await archive(gm, campaign);
  const [character] = recordsIn(files, 'characters');
  expect(character).toEqual({
    ...{ player: 'Player', name: 'Ireena', line: 'A ranger', portrait: `image:${id}` },
  });
  const [file] = JSON.parse(files.get('files.json')!.toString()) as { id: string; path: string }[];
  expect([file!.id, (await sharp(files.get(file!.path)).metadata()).format]).toEqual([
    ...[`image:${id}`, 'webp'],
  ]);
  const read = () =>
    service.call('GET', `/api/campaigns/${campaign}/exports/${started}/`, { as: other });
  expect((await read()).status).toBe(200);
  const removed = await service.call('DELETE', `/api/documents/pictures/${id}/`, { as: player });
  expect(removed.status).toBeLessThan(300);
  expect((await read()).status).toBe(410);
});
