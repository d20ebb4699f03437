import { randomUUID } from 'node:crypto';
import type { CampaignDocument, EditedPassage, ExportAnswer } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { filesOfZip } from './transfer-app';

/** Content is hidden while exports to a player are written. */
const RUNS = 100;

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

const call = async (
  method: Parameters<DocumentApp['call']>[0],
  url: string,
  as: TestPerson,
  body?: object,
) => {
  const answer = await service.call(method, url, { as, ...(body && { body }) });
  expect([method, url, answer.status < 300]).toEqual([method, url, true]);
  return answer.body;
};
const publicNote = (title: string, markdown: string): Promise<CampaignDocument> =>
  call('POST', '/api/documents/notes/', gm, { campaign, title, markdown, is_spoilers: false });

interface Secret {
  marker: string;
  note: CampaignDocument;
  file: CampaignDocument;
}

/** A note and a file with a marker in their text, alias, tag, title and bytes. */
async function reveal(): Promise<Secret> {
  const marker = `m${randomUUID().replaceAll('-', '')}`;
  const note = await publicNote(`Note ${marker}`, `First.\n\nText ${marker}.`);
  await call('PATCH', `/api/documents/${note.id}/`, gm, {
    tags: [marker],
    aliases: [{ name: marker, audience: 'readers' }],
  });
  await call('POST', '/api/documents/shared-tags/', gm, { campaign, tag: marker, is_shared: true });
  const file = await service.upload(gm, campaign, { name: 'map.bin', content: marker });
  return { marker, note, file };
}

const editing = async ({ note }: Secret): Promise<EditedPassage[]> =>
  (await call('GET', `/api/documents/${note.id}/editing/`, gm)).passages;
const patch = ({ note }: Secret, body: object) =>
  call('PATCH', `/api/documents/${note.id}/`, gm, body);

/** Ways in which the marker leaves one place where the player saw it. */
const HIDES: Record<string, (secret: Secret) => Promise<unknown>> = {
  text: async (secret) => {
    const passages = (await editing(secret)).map(({ id }) => id);
    const body = { passages, audience: 'gm' };
    await call('PUT', `/api/documents/${secret.note.id}/audience/`, gm, body);
  },
  passage: async (secret) => {
    const { id, version } = (await editing(secret)).find(({ text }) =>
      text.includes(secret.marker),
    )!;
    const removed = [{ id, base_version: version }];
    await call('PATCH', `/api/documents/${secret.note.id}/passages/`, gm, { changes: [], removed });
  },
  title: (secret) => patch(secret, { original_filename: 'Renamed' }),
  alias: (secret) => patch(secret, { aliases: [{ name: secret.marker, audience: 'gm' }] }),
  tag: (secret) => patch(secret, { tags: [] }),
  'shared tag': ({ marker }) =>
    call('POST', '/api/documents/shared-tags/', gm, { campaign, tag: marker, is_shared: false }),
  document: (secret) => patch(secret, { is_spoilers: true }),
  'deleted document': ({ note }) => call('DELETE', `/api/documents/${note.id}/`, gm),
  file: ({ file }) => call('PATCH', `/api/documents/${file.id}/`, gm, { is_spoilers: true }),
  'replaced file': ({ file }) => service.replaceFile(gm, file, { name: 'map.bin', content: 'new' }),
};

/** The text of an export as the player gets it now; undefined after its deletion. */
async function served(id: string): Promise<string[] | undefined> {
  const answer = await service.call('GET', `/api/campaigns/${campaign}/exports/${id}/`, {
    as: player,
  });
  if (answer.status === 410) return undefined;
  expect(answer.status).toBe(200);
  const { state, files } = answer.body as ExportAnswer;
  if (state !== 'ready') throw new Error(`The export is ${state}.`);
  const zip = Buffer.from(await (await fetch(files![0]!.url)).arrayBuffer());
  return [...(await filesOfZip(zip))].map(
    ([name, bytes]) => `${name}\n${bytes.toString('latin1')}`,
  );
}

/** How often the marker of a place is in an export. */
const MARKED: Record<string, (entry: string, marker: string) => boolean> = {
  text: (entry, marker) => entry.includes(`Text ${marker}`),
  title: (entry, marker) => entry.includes(`Note ${marker}`),
  alias: (entry, marker) => new RegExp(`"name": ?"${marker}"`).test(entry),
  tag: (entry, marker) => new RegExp(`"tags": ?\\[\\s*"${marker}"`).test(entry),
  file: (entry, marker) => entry.endsWith(`\n${marker}`),
};
const PLACE: Record<string, (keyof typeof MARKED)[]> = {
  passage: ['text'],
  'shared tag': ['tag'],
  document: ['text', 'title', 'alias', 'tag'],
  'deleted document': ['text', 'title', 'alias', 'tag'],
  'replaced file': ['file'],
};

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaign = service.campaign(gm, [player]);
  service.entitle(campaign, 'Saltmarsh');
  for (let at = 0; at < 12; at += 1) await publicNote(`Known ${at}`, `Known text ${at}.`);
});
afterAll(() => service?.stop());

it('an export to a player contains the marker in each place', async () => {
  const { marker, note, file } = await reveal();
  const { id } = await call('POST', `/api/campaigns/${campaign}/exports/`, player, {
    format: 'archive',
  });
  const entries = await eventually(() => served(id));
  const places = Object.entries(MARKED).filter(([, isIn]) =>
    entries.some((one) => isIn(one, marker)),
  );
  expect(places.map(([place]) => place).sort()).toEqual(Object.keys(MARKED).sort());
  for (const one of [note, file]) await call('DELETE', `/api/documents/${one.id}/`, gm);
});

it(`serves nothing that was hidden after the export began, in ${RUNS} races`, async () => {
  const ends: Record<string, number> = { gone: 0, without: 0 };
  const hides = Object.entries(HIDES);
  let duration = 200;
  for (let run = 0; run < RUNS; run += 1) {
    const [name, hide] = hides[run % hides.length]!;
    const secret = await reveal();
    const began = Date.now();
    const { id } = await call('POST', `/api/campaigns/${campaign}/exports/`, player, {
      format: run % 4 === 3 ? 'obsidian' : 'archive',
    });
    const isAfter = (run + Math.floor(run / hides.length)) % 2 === 0;
    if (isAfter) {
      expect(await eventually(() => served(id))).toBeDefined();
      duration = Date.now() - began;
    } else await new Promise((resolve) => setTimeout(resolve, Math.random() * duration));
    await hide(secret);
    const entries = await eventually(async () => [await served(id)]).then(([last]) => last);
    ends[entries ? 'without' : 'gone']! += 1;
    for (const place of PLACE[name] ?? [name])
      for (const entry of entries ?? [])
        expect([run, name, place, MARKED[place]!(entry, secret.marker)]).toEqual([
          run,
          name,
          place,
          false,
        ]);
    if (isAfter) expect([run, name, entries]).toEqual([run, name, undefined]);
    for (const { id: document } of [secret.note, secret.file])
      await service.call('DELETE', `/api/documents/${document}/`, { as: gm });
  }
  expect(ends['gone']! + ends['without']!).toBe(RUNS);
});
