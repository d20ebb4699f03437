import path from 'node:path';
import { readFileSync } from 'node:fs';
import { telling, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

// Every operation that takes the header answers a game master with the very bytes that the player gets. A new one that the
// OpenAPI document has is asked too; it fails here until this file knows how to ask it.

const OPENAPI = path.resolve(__dirname, '../openapi.json');
const CANARY = 'Azalin';

let service: DocumentApp;
let gm: TestPerson, mia: TestPerson, jon: TestPerson;
let world: Awaited<ReturnType<typeof table>>;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia, jon] = (await Promise.all(
    ['GM', 'Mia', 'Jon'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
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

/** A campaign with what is public, hidden, and mixed. */
async function table() {
  const campaign = service.campaign(gm, [mia, jon]);
  const note = async (title: string, is_spoilers: boolean, markdown: string) => {
    const body = { campaign, title, is_spoilers, markdown };
    const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
    return (made.body as { id: string }).id;
  };
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
  const documents = [file, hidden, open, mixed, secret];
  return { campaign, documents, mixed, passages, shown };
}

/** Lists of all campaigns of somebody, where none is named. */
const LISTS = ['/api/documents', '/api/documents/covers'];

/** All ways to ask an operation about this campaign. */
function asked(
  { path: url, query }: { path: string; query: string[] },
  { campaign, documents, mixed, passages, shown }: typeof world,
): string[] {
  /** Where they are of another document, one that is shown stands for all that are, and one that is hidden too. */
  const someOf = (document: string | undefined) =>
    document === mixed ? passages : [passages[0]!, passages.find((id) => !shown.has(id))!];
  const values = (document?: string): Record<string, readonly string[]> => ({
    campaign: [campaign],
    tag: ['npcs'],
    kind: ['note', 'file'],
    q: ['dragons', CANARY, 'mill'],
    ids: [documents.join(), passages.join()],
    download: ['true'],
    after: someOf(document),
    before: someOf(document),
    around: someOf(document),
    page: ['1'],
    from: ['0', '2', '100'],
    limit: ['1', '500'],
  });
  const required: Record<string, string> = {
    '/api/documents/thumbnails': `campaign=${campaign}&`,
    '/api/documents': `campaign=${campaign}&`,
  };
  const asking = (place: string, document?: string) => [
    place,
    ...query.flatMap((name) => {
      const given = values(document)[name];
      if (!given) throw new Error(`Say here what '${name}' of ${url} may be.`);
      return given.map(
        (value) => `${place}?${required[url] ?? ''}${name}=${encodeURIComponent(value)}`,
      );
    }),
  ];
  if (!url.includes('{id}')) return asking(`${url.replace('{campaign}', campaign)}/`);
  return documents.flatMap((id) => asking(`${url.replace('{id}', id)}/`, id));
}

/** All that is told but what is another at each call: the signature of an address, and the id of the call. */
const told = ({ status, body, headers }: Awaited<ReturnType<DocumentApp['call']>>): string =>
  JSON.stringify([status, telling(headers), body])
    .replaceAll(/"correlation_id":"[^"]*"/g, '')
    .replaceAll(/("url":"[^"?]*)\?[^"]*/g, '$1')
    .replaceAll(/"expires_at":"[^"]*"/g, '');

const OPERATIONS = declared();

it('asks every operation that declares it', () => {
  expect(OPERATIONS.map((one) => one.path)).toContain('/api/documents/{id}/passages');
});

// Each operation is a test of its own for each player, so that none takes longer as there are more of them.
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
      // Without a campaign there is none whose game master the caller could be.
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
