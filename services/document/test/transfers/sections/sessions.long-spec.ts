import { randomUUID } from 'node:crypto';
import {
  importedSession,
  type BoardItem,
  type SessionContent,
} from '@tomekeeper/contracts-campaign';
import type { Passage } from '@tomekeeper/contracts-document';
import type { SessionRecord } from '@tomekeeper/campaign-files';
import { eventually, type Method, type TestPerson } from '@tomekeeper/testing';
import { visibleDocuments } from '../../../src/access/visible-documents';
import type { Exporter } from '../../../src/exports/content/exporter';
import {
  characterRecords,
  sessionRecords,
} from '../../../src/exports/content/sections/session-records';
import { emptyContents } from '../../../src/exports/export-contents';
import { viewerIn } from '../../../src/exports/export-viewer';
import {
  addImportedSessions,
  importedSessionOf,
  markImportedRecaps,
  notesForGms,
} from '../../../src/imports/saving/imported-sessions';
import { CampaignContentClient } from '../../../src/memberships/campaign-content';
import { ObjectStore } from '../../../src/storage/object-store';
import { CampaignMemberships } from '../../../src/memberships/campaign-memberships';
import { GAME_SYSTEM, startDocumentApp, type DocumentApp } from '../../document-app';
import { filesOfZip } from '../transfer-app';

const NOTES = '/api/documents/notes/';
const STARTED_AT = '2026-03-01T18:00:00.000Z';
const TIMES = { started_at: STARTED_AT, closed_at: '2026-03-01T22:00:00.000Z' };

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

async function call(method: Method, url: string, body?: object, as = gm) {
  const answer = await service.call(method, url, { as, body });
  expect([url, answer.status < 300 || answer.body]).toEqual([url, true]);
  return answer.body;
}

const note = async (title: string, markdown = 'Words.', is_spoilers = true): Promise<string> =>
  (await call('POST', NOTES, { campaign, title, markdown, is_spoilers })).id;
const passagesOf = async (id: string): Promise<Passage[]> =>
  (await call('GET', `/api/documents/${id}/passages/`)).passages;

const session = (changes: Partial<SessionContent> = {}): SessionContent => ({
  ...{ id: randomUUID(), number: 1, title: 'The gate', state: 'closed', ...TIMES },
  ...{ starts_at: null, time_zone: null, attendance: null, members: [] },
  answers: { yes: 0, maybe: 0, no: 0 },
  ...changes,
});
const give = (...sessions: SessionContent[]) =>
  service.contents.set(campaign, {
    members: [
      { id: gm.id, name: 'Gm' },
      { id: player.id, name: 'Player', character: { name: 'Ireena', line: 'A ranger' } },
    ],
    sessions,
  });

async function exportOf(as: TestPerson) {
  const client = service.app.get(CampaignContentClient);
  const viewer = await viewerIn(service.app.get(CampaignMemberships), campaign, as.id);
  const documents = await visibleDocuments(service.uow, viewer!.scope);
  const exporter: Exporter = {
    ...{ uow: service.uow, store: service.app.get(ObjectStore), client, campaign, person: as.id },
    ...{ viewer: viewer!, users: new Map(), names: new Map(), contents: emptyContents() },
    ...{ people: new Map(), format: 'archive' },
    content: await client.contentFor(campaign, as.id),
  };
  return { exporter, documents: new Map(documents.map((one) => [one.id, one])) };
}

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}
/** As an archive contains them. */
async function recordsFor(as: TestPerson): Promise<SessionRecord[]> {
  const { exporter, documents } = await exportOf(as);
  return JSON.parse(JSON.stringify(await all(sessionRecords(exporter, documents))));
}

describe('an export', () => {
  it('has the sessions of a GM, with references to its notes and passages', async () => {
    const place = await note('Mill', '# The mill\n\nThe miller is a lich.');
    const [plan, recap] = [await note('Plan'), await note('Recap')];
    const passage = (await passagesOf(place))[1]!.id;
    const file = await service.upload(gm, campaign, { name: 'map.bin' });
    const [gone, id] = [randomUUID(), randomUUID()];
    const board: BoardItem[] = [
      { kind: 'passage', id, document: place, passage },
      { kind: 'passage', id, document: place, passage: gone },
      { kind: 'passage', id, document: file.id, passage: gone },
      { kind: 'picture', id, document: file.id },
      { kind: 'document', id, document: gone },
      { kind: 'checklist', id, title: 'Order', lines: [{ id, text: 'Odo', done: true }] },
      { kind: 'text', id, text: 'Odo lies' },
    ];
    const given = session({
      ...{ plan, recap, board, title_released: false },
      checklist_items: [{ id, text: 'Print the letter', done: false }],
      members: [{ person: player.id, attendance: 'maybe' }],
    });
    give(given, session({ number: null, state: 'planned', plan: gone, recap: null }));
    expect(await recordsFor(gm)).toEqual([
      {
        ...{ id: given.id, number: 1, title: 'The gate', title_released: false, state: 'closed' },
        ...{ ...TIMES, starts_at: null, time_zone: null, announced: true, plan, recap },
        attendance: { yes: [], maybe: [player.id], no: [] },
        checklist: [{ text: 'Print the letter', is_done: false }],
        board: [
          { kind: 'passage', item: `item:${place}/1` },
          { kind: 'document', item: `item:${place}` },
          { kind: 'document', item: `item:${file.id}` },
          { kind: 'picture', item: `item:${file.id}` },
          { kind: 'checklist', title: 'Order', lines: [{ text: 'Odo', is_done: true }] },
          { kind: 'text', text: 'Odo lies' },
        ],
      },
      expect.objectContaining({ number: null, announced: false, board: [], checklist: [] }),
    ]);
    expect((await recordsFor(gm))[1]).not.toHaveProperty('plan');
    expect(await all(characterRecords((await exportOf(gm)).exporter, new Map()))).toEqual([
      { player: 'Player', name: 'Ireena', line: 'A ranger' },
    ]);
  });

  it('has for a player no more than the campaign service gives, and the recap once it is published', async () => {
    const from = STARTED_AT;
    const { id: recap } = await call('POST', '/api/documents/recaps/', {
      ...{ campaign, from, title: 'Session 1' },
    });
    give(session({ title: null, members: [{ person: player.id, attendance: 'yes' }] }));
    const before = await recordsFor(player);
    expect(before).toMatchObject([
      {
        ...{ title: '', title_released: false, announced: true, checklist: [], board: [] },
        attendance: { yes: [player.id] },
      },
    ]);
    for (const hidden of ['plan', 'recap']) expect(before[0]).not.toHaveProperty(hidden);
    await call('PATCH', `/api/documents/${recap}/`, { is_spoilers: false });
    const after = await eventually(async () => {
      const records = await recordsFor(player);
      expect(records[0]).toHaveProperty('recap');
      return records;
    });
    expect(after).toEqual([{ ...before[0], recap }]);
  });

  it('leaves out a session that was withdrawn after the list was read', async () => {
    give(session(), session({ number: 2 }));
    const { exporter, documents } = await exportOf(player);
    give(session({ number: 3 }));
    expect(await all(sessionRecords(exporter, documents))).toEqual([]);
  });

  it('names the game system in its manifest', async () => {
    const url = `/api/campaigns/${campaign}/exports/`;
    const { id } = await call('POST', url, { format: 'archive' });
    const { files } = await eventually(async () => {
      const answer = await call('GET', `${url}${id}/`);
      expect(answer.state).toBe('ready');
      return answer;
    });
    const zip = Buffer.from(await (await fetch(files[0].url)).arrayBuffer());
    const manifest = JSON.parse((await filesOfZip(zip)).get('tomekeeper.json')!.toString());
    expect(manifest.campaign).toMatchObject({ game_system: GAME_SYSTEM });
  });
});

const RECORD: SessionRecord = {
  ...{ id: 'session-0', number: 1, title: 'The gate', title_released: true, announced: true },
  ...{ starts_at: null, time_zone: null, state: 'closed', ...TIMES, plan: 'plan', recap: 'recap' },
  attendance: { yes: [], maybe: [], no: [] },
  ...{ checklist: [{ text: 'Snacks', is_done: true }], board: [] },
};

describe('an import', () => {
  it('sends sessions with the documents and passages of the campaign', async () => {
    const [place, plan, passage] = Array.from({ length: 3 }, () => randomUUID());
    const board: SessionRecord['board'] = [
      { kind: 'passage', item: 'item:a%2Fb/3' },
      { kind: 'passage', item: 'item:a%2Fb/4' },
      { kind: 'document', item: 'item:unknown' },
      { kind: 'checklist', title: '', lines: [{ text: 'Odo', is_done: false }] },
      { kind: 'text', text: 'Odo lies' },
    ];
    const targets = {
      documents: new Map([
        ['a/b', place!],
        ['plan', plan!],
      ]),
      passageOf: (document: string, index: number) =>
        document === place && index === 3 ? passage : undefined,
    };
    const sent = importedSessionOf({ ...RECORD, board }, targets);
    expect(sent).toMatchObject({
      ...{ source_id: 'session-0', plan, recap: null },
      checklist: [{ text: 'Snacks', done: true }],
      board: [
        { kind: 'passage', document: place, passage },
        { kind: 'document', document: place },
        { kind: 'checklist', title: '', lines: [{ text: 'Odo', done: false }] },
        { kind: 'text', text: 'Odo lies' },
      ],
    });
    expect(importedSession.parse(sent)).toEqual(sent);
  });

  it('splits them into requests that the campaign service accepts, and leaves out a board that is too large', async () => {
    const client = service.app.get(CampaignContentClient);
    const targets = { documents: new Map<string, string>(), passageOf: () => undefined };
    const place = { campaign, importId: randomUUID(), user: gm.id };
    const lines = Array.from({ length: 30 }, () => ({ text: '龍'.repeat(22), is_done: false }));
    const list = { kind: 'checklist' as const, title: '', lines };
    const item = { text: '龍'.repeat(300), is_done: false };
    const sessions = Array.from({ length: 250 }, (_, at) => ({ ...RECORD, id: `session-${at}` }));
    const large = { board: Array(60).fill(list), checklist: Array(100).fill(item) };
    sessions[3] = { ...sessions[3]!, ...large };
    const sum = await addImportedSessions(client, place, sessions, targets);
    expect(sum).toEqual({ added: 250, known: 0, no_room: 0, without_board: 1 });
    const requests = service.importedSessions.splice(0);
    expect(requests.flatMap((one) => one.sessions.map(({ source_id }) => source_id))).toEqual(
      sessions.map(({ id }) => id),
    );
    for (const request of requests) {
      expect(request.user).toBe(gm.id);
      expect(request.sessions.length).toBeLessThanOrEqual(100);
      expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThan(256 * 1024);
    }
  });

  it('keeps plans and recaps for GMs, and marks recaps that players find once they are published', async () => {
    expect(notesForGms([RECORD, { ...RECORD, plan: undefined }])).toEqual(
      new Set(['plan', 'recap']),
    );
    const recap = await note('Session 1', 'The gate fell.');
    const added = new Map([['recap', recap]]);
    const mark = () =>
      service.uow.run((tx) => markImportedRecaps(tx, campaign, [RECORD, RECORD], added));
    await mark();
    await mark();
    const from = encodeURIComponent(STARTED_AT);
    const found = (as: TestPerson) =>
      call('GET', `/api/documents/recaps/?campaign=${campaign}&from=${from}`, undefined, as);
    expect(await found(gm)).toEqual({ recap: { id: recap, title: 'Session 1' } });
    expect(await found(player)).toEqual({ recap: null });
    await call('PATCH', `/api/documents/${recap}/`, { is_spoilers: false });
    await eventually(async () => {
      expect(await found(player)).toEqual({ recap: { id: recap, title: 'Session 1' } });
      return true;
    });
  });
});
