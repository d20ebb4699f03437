import path from 'node:path';
import { readFileSync } from 'node:fs';
import { telling, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

// Every operation with the header returns the same bytes to a game master as to the player. The test covers all
// operations of the OpenAPI document, and fails for a new one until this file has its parameters.

const OPENAPI = path.resolve(__dirname, '../openapi.json');
const CANARY = 'Azalin';
/** Start of a session with a published recap and a draft. */
const SESSION = '2020-01-01T18:00:00Z';

let service: DocumentApp;
let gm: TestPerson, mia: TestPerson, jon: TestPerson, kim: TestPerson;
let world: Awaited<ReturnType<typeof table>>;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia, jon, kim] = (await Promise.all(
    ['GM', 'Mia', 'Jon', 'Kim'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  world = await table();
});
afterAll(() => service?.stop());

interface Described {
  parameters?: { in: string; name: string; required?: boolean }[];
}

/** The operations that declare the header, by their paths. */
function declared(): { path: string; query: string[] }[] {
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
      if (!parameters.some((one) => one.in === 'header' && one.name === 'x-view-as')) return [];
      if (method !== 'get') throw new Error(`'${method} ${url}' declares it, and only reads may.`);
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      return [{ path: url, query }];
    }),
  );
}

/** A campaign with public, hidden and partly visible documents. */
async function table() {
  const campaign = service.campaign(gm, [mia, jon, kim]);
  const note = async (title: string, is_spoilers: boolean, markdown: string) => {
    const body = { campaign, title, is_spoilers, markdown };
    const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
    return (made.body as { id: string }).id;
  };
  for (const title of ['Session 1: recap', CANARY]) {
    const body = { campaign, title, from: SESSION };
    const made = await service.call('POST', '/api/documents/recaps/', { as: gm, body });
    const { id } = made.body as { id: string };
    const is_spoilers = title === CANARY;
    await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } });
  }
  const { id: file } = await service.upload(gm, campaign, { name: 'Map.txt' });
  const { id: hidden } = await service.upload(gm, campaign, {
    name: `${CANARY}.txt`,
    spoilers: true,
  });
  const open = await note('House rules', false, '# Rules\n\nBe kind to dragons.');
  const mixed = await note(
    'The mill',
    false,
    `# The mill\n\nA wheel turns; [rules](#d-${open}).\n\n> [!secret]\n> ${CANARY} [waits](#d-${hidden}).\n\n# Below\n\nDragons.`,
  );
  const secret = await note(CANARY, true, `# ${CANARY}\n\nDragons of [the mill](#d-${mixed}).`);
  const { body } = await service.call('GET', `/api/documents/${mixed}/passages/`, { as: gm });
  const passages = (body as { passages: { id: string }[] }).passages.map(({ id }) => id);
  const own = await service.call('GET', `/api/documents/${mixed}/passages/`, { as: mia });
  const shown = new Set((own.body as { passages: { id: string }[] }).passages.map(({ id }) => id));
  const { id: editable } = await service.upload(gm, campaign, {
    ...{ name: 'Songs.md', contentType: 'text/markdown', content: 'La la.' },
  });
  await service.readTexts();
  for (const [method, path, body] of [
    ['POST', 'editable', undefined],
    ['PUT', 'original', { audience: 'readers' }],
  ] as const)
    await service.call(method, `/api/documents/${editable}/${path}/`, { as: gm, body });
  // Of another player: to its author a note is more than a GM sees of it.
  const shared = await service.call('POST', '/api/documents/notes/', {
    as: kim,
    body: { campaign, title: 'Clues', author_audience: 'party', markdown: 'Dragons.' },
  });
  const { id: clues } = shared.body as { id: string };
  const comment = (as: TestPerson, passage: string, text: string) =>
    service.call('POST', `/api/documents/${mixed}/comments/`, {
      ...{ as, body: { passage, text, idempotency_key: passage } },
    });
  for (const passage of passages) {
    await comment(gm, passage, shown.has(passage) ? 'A wheel?' : CANARY);
    if (shown.has(passage)) await comment(mia, passage, 'A mill.');
  }
  const documents = [file, hidden, open, mixed, secret, editable, clues];
  const looks: [string, object][] = [
    [mixed, { category: 'place', aliases: [{ name: CANARY }] }],
    [open, { aliases: [{ name: 'Table manners', audience: 'readers' }] }],
    [secret, { category: 'faction' }],
  ];
  for (const [id, body] of looks)
    await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
  return { campaign, documents, mixed, passages, shown };
}

/** Lists that cover all campaigns of a user if none is given. */
const LISTS = ['/api/documents', '/api/documents/covers'];

/** All requests of an operation in this campaign. */
function asked(
  { path: url, query }: { path: string; query: string[] },
  { campaign, documents, mixed, passages, shown }: typeof world,
): string[] {
  /** For other documents' ids, one visible and one hidden id represent all. */
  const someOf = (document: string | undefined) =>
    document === mixed ? passages : [passages[0]!, passages.find((id) => !shown.has(id))!];
  const values = (document?: string): Record<string, readonly string[]> => ({
    campaign: [campaign],
    tag: ['npcs'],
    kind: ['note', 'file'],
    category: ['place', 'faction'],
    q: ['dragons', CANARY, 'mill'],
    ids: [documents.join(), passages.join()],
    download: ['true'],
    mine: ['true'],
    after: someOf(document),
    before: someOf(document),
    around: someOf(document),
    page: ['1'],
    from: ['0', '2', '100'],
    limit: ['1', '100', '500'],
    sort: ['title'],
    group: ['category'],
    audience: ['public', 'spoilers'],
  });
  const required: Record<string, string> = {
    '/api/documents/thumbnails': `campaign=${campaign}&`,
    '/api/documents': `campaign=${campaign}&`,
    '/api/documents/recaps': `campaign=${campaign}&from=${SESSION}&`,
  };
  const asking = (place: string, document?: string) => [
    place,
    ...(required[url] ? [`${place}?${required[url]}`] : []),
    ...query.flatMap((name) => {
      const given = values(document)[name];
      if (!given) throw new Error(`Add the View as rule of '${name}' (${url}).`);
      return given.map(
        (value) => `${place}?${required[url] ?? ''}${name}=${encodeURIComponent(value)}`,
      );
    }),
  ];
  if (!url.includes('{id}')) return asking(`${url.replace('{campaign}', campaign)}/`);
  return documents.flatMap((id) => asking(`${url.replace('{id}', id)}/`, id));
}

/** Response without values that differ per call: signatures and request ids. */
const told = ({ status, body, headers }: Awaited<ReturnType<DocumentApp['call']>>): string =>
  JSON.stringify([status, telling(headers), body])
    .replaceAll(/"correlation_id":"[^"]*"/g, '')
    .replaceAll(/("url":"[^"?]*)\?[^"]*/g, '$1')
    .replaceAll(/"expires_at":"[^"]*"/g, '');

const OPERATIONS = declared();

it('asks every operation that declares it', () => {
  expect(OPERATIONS.map((one) => one.path)).toContain('/api/documents/{id}/passages');
});

// One test per operation and player, so that the time per test stays constant.
describe.each(['Mia', 'Jon'])('as %s', (name) => {
  it.each(OPERATIONS)('answers a game master byte for byte at $path', async (operation) => {
    const player = name === 'Mia' ? mia : jon;
    const headers = { 'x-view-as': player.id };
    let answered = 0;
    for (const url of asked(operation, world)) {
      const [own, seen] = await Promise.all([
        service.call('GET', url, { as: player }),
        service.call('GET', url, { as: gm, headers }),
      ]);
      // Without a campaign the caller has no game master role.
      if (LISTS.includes(operation.path) && !url.includes('campaign=')) {
        expect(seen.status).toBe(400);
        continue;
      }
      expect([url, told(seen)]).toEqual([url, told(own)]);
      expect(told(seen)).not.toContain(CANARY);
      if (own.status === 200) answered += 1;
    }
    // An operation that only ever refuses would show nothing.
    expect(answered).toBeGreaterThan(0);
  });
});
