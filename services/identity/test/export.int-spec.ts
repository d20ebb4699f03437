import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_LINK_SECONDS } from '@tomekeeper/contracts-identity';
import { serviceKeys, startFakeService, type FakeService } from '@tomekeeper/testing';
import { confirmedPerson } from './person';
import { PASSWORD, startIdentity, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';
import { unpack } from './unpack';

interface Document {
  id: string;
  campaign: string;
  original_filename: string;
  cover_of?: string;
  text_state?: string;
}
type Campaign = { id: string; title: string; role: string };

/** Data of the requesting user in other services. */
const kept = {
  campaigns: [] as Campaign[],
  documents: [] as Document[],
  files: new Map<string, string>(),
  texts: new Map<string, string>(),
  opened: [] as object[],
  comments: [] as object[],
  newsMails: [] as object[],
  newsKinds: [] as object[],
};
let identity: RunningIdentity;
let others: Record<'campaign' | 'document' | 'mailing' | 'contact', FakeService>;
let person: { id: string; email: string; token: string };

const documentRecord = ({ id, ...document }: Document) => ({
  id,
  ...document,
  s3_key: `campaigns/${id}`,
  is_spoilers: true,
  created_at: '2026-01-02T03:04:05.678Z',
  size: kept.files.get(id)?.length ?? 0,
});

async function startOthers(keys: ReturnType<typeof serviceKeys>): Promise<typeof others> {
  const [campaign, document, mailing, contact] = await Promise.all([
    startFakeService('campaign', keys, () => ({ campaigns: kept.campaigns })),
    startFakeService('document', keys, ({ pathname, searchParams }) => {
      const [, id = '', what] = /^\/internal\/owned-documents\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
      if (pathname === '/internal/opened-documents')
        return {
          ...{ opened: kept.opened, news_mails: kept.newsMails, news_kinds: kept.newsKinds },
        };
      if (pathname === '/internal/comments') return { comments: kept.comments };
      const format = searchParams.get('format');
      const content = what === 'text' ? kept.texts.get(`${id} ${format}`) : kept.files.get(id);
      if (what !== undefined) return content === undefined ? undefined : Buffer.from(content);
      const of = (one: Document) => one.campaign === searchParams.get('campaign');
      return { documents: kept.documents.filter(of).map(documentRecord) };
    }),
    startFakeService('mailing', keys, ({ searchParams }) => ({
      subscription: { email: searchParams.get('email'), status: 'paused' },
    })),
    startFakeService('contact', keys, () => ({ messages: [] })),
  ]);
  return { campaign, document, mailing, contact };
}

beforeAll(async () => {
  const keys = serviceKeys('identity');
  others = await startOthers(keys);
  identity = await startIdentity({
    SERVICE_PRIVATE_KEY: keys.privateKey('identity'),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    CAMPAIGN_URL: [others.campaign.url],
    DOCUMENT_URL: [others.document.url],
    MAILING_URL: [others.mailing.url],
    CONTACT_URL: [others.contact.url],
    sendsPasswords: true,
  });
});
afterAll(async () => {
  await identity?.stop();
  await Promise.all(Object.values(others).map((service) => service.stop()));
});
beforeEach(async () => {
  const { id, email } = await confirmedPerson(identity);
  const { tokens } = await identity.signIn(email, PASSWORD, { ClientId: WEB_CLIENT_ID });
  person = { id, email, token: tokens.IdToken };
  Object.assign(kept, {
    campaigns: [],
    documents: [],
    files: new Map(),
    texts: new Map(),
    opened: [],
    comments: [],
    newsMails: [],
  });
});
afterEach(() => {
  for (const service of Object.values(others)) service.mode = 'up';
});

const EXPORT = '/api/account/export/';
const call = (method: string, path: string, token?: string) =>
  fetch(identity.url + path, {
    method,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });

async function link(): Promise<string> {
  const answer = await call('POST', EXPORT, person.token);
  expect(answer.status).toBe(200);
  const { url, expires_at } = (await answer.json()) as { url: string; expires_at: string };
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(EXPORT_LINK_SECONDS * 1000);
  return url;
}

/** Downloads a zip archive and returns its files by path. */
async function download(url: string): Promise<Record<string, string>> {
  const answer = await call('GET', url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tomekeeper-data-[\d-]+\.zip"$/,
  );
  return unpack(Buffer.from(await answer.arrayBuffer()));
}

function keep(role: string, ...files: [name: string, content: string | undefined][]): Campaign {
  const campaign = { id: randomUUID(), title: 'Curse of Strahd', role };
  kept.campaigns.push(campaign);
  for (const [original_filename, content] of files) {
    const id = randomUUID();
    kept.documents.push({ id, campaign: campaign.id, original_filename });
    if (content !== undefined) kept.files.set(id, content);
  }
  return campaign;
}

it('is one zip with all data of a GM, with files as uploaded', async () => {
  const campaign = keep('owner', ['map.png', 'the map'], ['map.png', 'another']);
  const files = await download(await link());

  const folder = 'documents/Curse of Strahd';
  expect(files).toMatchObject({
    [`${folder}/map.png`]: 'the map',
    [`${folder}/map (2).png`]: 'another',
    'README.txt': expect.stringContaining('A copy of your data'),
  });
  const data = JSON.parse(files['data.json'] ?? '');
  expect(data).toMatchObject({
    profile: { id: person.id, email: person.email, passkeys: [], devices: [] },
    campaigns: [campaign],
    mailing_list: { email: person.email, status: 'paused' },
    contact_messages: [],
  });
  expect(data.profile.activity.map(({ kind }: { kind: string }) => kind)).toEqual([
    'signed_in',
    'account_confirmed',
  ]);
  const described = JSON.parse(files['documents.json'] ?? '');
  expect(described).toMatchObject(
    kept.documents.map((document) => ({ ...document, path: expect.stringContaining(folder) })),
  );
});

it('includes the extracted text of each document, or an empty list if the document was deleted meanwhile', async () => {
  keep('owner', ['map.png', 'a map'], ['notes.txt', 'notes'], ['gone.txt', 'gone']);
  const [, notes, gone] = kept.documents;
  for (const read of [notes, gone]) read!.text_state = 'ready';
  kept.texts.set(`${notes!.id} json`, '[{"text":"The lich"}]');
  kept.texts.set(`${notes!.id} markdown`, 'The lich\n');
  const files = await download(await link());
  expect(Object.keys(files).filter((path) => path.startsWith('texts/'))).toHaveLength(4);
  expect(files).toMatchObject({
    'documents/Curse of Strahd/notes.txt': 'notes',
    'texts/Curse of Strahd/notes.txt.json': '[{"text":"The lich"}]',
    'texts/Curse of Strahd/notes.txt.md': 'The lich\n',
    'texts/Curse of Strahd/gone.txt.json': '[]\n',
    'texts/Curse of Strahd/gone.txt.md': '',
  });
  const [map, described] = JSON.parse(files['documents.json'] ?? '');
  expect(map).not.toHaveProperty('text_path');
  expect(described).toMatchObject({ text_path: 'texts/Curse of Strahd/notes.txt.md' });
  expect(others.document.calls.at(-1)).toContain(`text?owner=${person.id}`);
});

it('has the text of a note, which has no file, in the trash too', async () => {
  keep('owner', ['Evening', undefined]);
  const [note] = kept.documents;
  Object.assign(note!, { kind: 'note', deleted_at: new Date().toISOString() });
  kept.texts.set(`${note!.id} json`, '[{"text":"The lich"}]');
  kept.texts.set(`${note!.id} markdown`, 'The lich\n');
  const files = await download(await link());
  expect(Object.keys(files).filter((path) => path.startsWith('documents/'))).toEqual([]);
  expect(files).toMatchObject({
    'texts/Curse of Strahd/Evening.json': '[{"text":"The lich"}]',
    'texts/Curse of Strahd/Evening.md': 'The lich\n',
  });
});

it('includes a campaign’s cover next to its documents, under a unique name', async () => {
  const campaign = keep('owner', ['cover.webp', 'a document'], ['cover.webp', 'the cover']);
  const cover = kept.documents.at(-1)!;
  kept.files.set(campaign.id, 'the cover').delete(cover.id);
  Object.assign(cover, { id: campaign.id, cover_of: campaign.id });
  const files = await download(await link());
  expect(files).toMatchObject({
    'documents/Curse of Strahd/cover.webp': 'a document',
    'documents/Curse of Strahd/cover (2).webp': 'the cover',
  });
  expect(JSON.parse(files['documents.json'] ?? '').at(-1)).toMatchObject({ cover_of: campaign.id });
});

it('includes the documents that the person opened, their comments and their choices of news and mails', async () => {
  const opened = { campaign: randomUUID(), document: randomUUID(), at: '2026-11-22T20:15:00.000Z' };
  kept.opened.push(opened);
  const { campaign, document, at: created_at } = opened;
  const comment = { campaign, document, text: 'Who is he?', created_at };
  kept.comments.push(comment);
  const newsMail = { campaign, frequency: 'daily' };
  kept.newsMails.push(newsMail);
  const newsKinds = { campaign, kinds: ['document', 'note'] };
  kept.newsKinds.push(newsKinds);
  const files = await download(await link());
  expect(JSON.parse(files['data.json'] ?? '')).toMatchObject({
    opened_documents: [opened],
    comments: [comment],
    news_mails: [newsMail],
    news_kinds: [newsKinds],
  });
});

it('asks for no documents of campaigns that the person only plays in, or has a newer role in', async () => {
  const played = keep('player', ['handout.png', 'a handout']);
  const newer = keep('librarian', ['book.pdf', 'a book']);
  const before = others.document.calls.length;
  const files = await download(await link());
  expect(Object.keys(files).sort()).toEqual(['README.txt', 'data.json', 'documents.json']);
  expect(files['documents.json']).toBe('[]\n');
  expect(JSON.parse(files['data.json'] ?? '').campaigns).toEqual([played, newer]);
  // Only for opened documents and comments, as soon as the link is requested, and for the notes that the person wrote.
  const records = ['opened-documents', 'comments'].map(
    (what) => `/internal/${what}?person=${person.id}`,
  );
  expect(others.document.calls.slice(before)).toEqual([
    ...[...records, ...records],
    `/internal/owned-documents?owner=${person.id}`,
  ]);
});

it('asks in the name of its person, under an address that is proved', async () => {
  keep('owner', ['map.png', 'the map']);
  await identity.sql('UPDATE pool_user SET email_verified = false WHERE id = $1', [person.id]);
  const asked = others.mailing.calls.length;
  const files = await download(await link());
  expect(JSON.parse(files['data.json'] ?? '').mailing_list).toBeNull();
  expect(others.mailing.calls).toHaveLength(asked);
  expect(others.campaign.calls.at(-1)).toContain(`user=${person.id}`);
  const [, ...parts] = others.document.calls.slice(-3);
  for (const part of parts) expect(part).toContain(`owner=${person.id}`);
});

it('has a link that is not used up by who only looks whether it is there', async () => {
  const url = await link();
  const look = await call('HEAD', url);
  expect([look.status, look.headers.get('allow')]).toEqual([405, 'GET']);
  expect(Object.keys(await download(url))).toContain('data.json');
});

it('has a link that works once, and only the newest, and not for long', async () => {
  const [older, newer] = [await link(), await link()];
  expect((await call('GET', older)).status).toBe(404);
  await download(newer);
  const again = await call('GET', newer);
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'export.link_used' }]);
  const expired = await link();
  await identity.sql('UPDATE export_ticket SET expires_at = now()');
  expect((await call('GET', expired)).status).toBe(404);
});

it('gives nothing to a session that has ended since it asked', async () => {
  const url = await link();
  expect((await call('POST', '/api/logout/', person.token)).status).toBe(204);
  expect((await call('POST', EXPORT, person.token)).status).toBe(401);
  expect((await call('GET', url)).status).toBe(404);
});

it('requires a credential', async () => {
  expect((await call('POST', EXPORT)).status).toBe(401);
  expect((await call('GET', `${EXPORT}guess/`)).status).toBe(404);
});

it.each(['campaign', 'mailing', 'contact'] as const)(
  'is refused instead of half given while the %s service is away',
  async (service) => {
    others[service].mode = 'down';
    expect((await call('POST', EXPORT, person.token)).status).toBe(503);
  },
);

it('is refused before its first byte while documents can not be had', async () => {
  keep('owner', ['map.png', 'the map']);
  const url = await link();
  others.document.mode = 'down';
  expect((await call('GET', url)).status).toBe(503);
});

it('outlives readers that never read, and readers and services that go away half-way', async () => {
  keep('owner', ['large.png', 'x'.repeat(8 * 1024 * 1024)]);
  for (const leaves of ['reader', 'service', 'reader'] as const) {
    const answer = await call('GET', await link());
    expect(answer.status).toBe(200);
    await sleep(200);
    if (leaves === 'service') others.document.cut();
    await answer.body?.cancel();
    await sleep(200);
  }
  expect(Object.keys(await download(await link()))).toHaveLength(4);
});

it('continues when a file was deleted in the meantime', async () => {
  keep('owner', ['gone.png', undefined]);
  const files = await download(await link());
  expect(files['documents/Curse of Strahd/gone.png']).toMatch(/was deleted/);
});
