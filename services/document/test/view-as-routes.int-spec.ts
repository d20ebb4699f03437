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

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia, jon] = (await Promise.all(
    ['GM', 'Mia', 'Jon'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
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
      expect([method, url]).toEqual(['get', url]);
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
  return { campaign, documents: [file, hidden, open, mixed, secret], passages };
}

/** Lists of all campaigns of somebody, where none is named. */
const LISTS = ['/api/documents', '/api/documents/covers'];

/** All ways to ask an operation about this campaign. */
function asked(
  { path: url, query }: { path: string; query: string[] },
  { campaign, documents, passages }: Awaited<ReturnType<typeof table>>,
): string[] {
  const values: Record<string, readonly string[]> = {
    campaign: [campaign],
    tag: ['npcs'],
    kind: ['note', 'file'],
    q: ['dragons', CANARY, 'mill'],
    ids: [documents.join(), passages.join()],
    download: ['true'],
    after: passages,
    before: passages,
    around: passages,
    page: ['1'],
    from: ['0', '2', '100'],
    limit: ['1', '500'],
  };
  const required: Record<string, string> = {
    '/api/documents/thumbnails': `campaign=${campaign}&`,
    '/api/documents': `campaign=${campaign}&`,
  };
  const places = url.includes('{id}')
    ? documents.map((id) => `${url.replace('{id}', id)}/`)
    : [`${url}/`];
  const queries = query.flatMap((name) => {
    const given = values[name];
    if (!given) throw new Error(`Say here what '${name}' of ${url} may be.`);
    return given.map((value) => `${required[url] ?? ''}${name}=${encodeURIComponent(value)}`);
  });
  return places.flatMap((place) => [place, ...queries.map((one) => `${place}?${one}`)]);
}

/** All that is told but what is another at each call: the signature of an address, and the id of the call. */
const told = ({ status, body, headers }: Awaited<ReturnType<DocumentApp['call']>>): string =>
  JSON.stringify([status, telling(headers), body])
    .replaceAll(/"correlation_id":"[^"]*"/g, '')
    .replaceAll(/("url":"[^"?]*)\?[^"]*/g, '$1')
    .replaceAll(/"expires_at":"[^"]*"/g, '');

it('answers a game master as the player, byte for byte, at every operation that declares it', async () => {
  const world = await table();
  const operations = declared();
  expect(operations.map((one) => one.path)).toContain('/api/documents/{id}/passages');
  for (const operation of operations) {
    let answered = 0;
    for (const url of asked(operation, world)) {
      for (const player of [mia, jon]) {
        const own = await service.call('GET', url, { as: player });
        const headers = { 'x-view-as': player.id };
        const seen = await service.call('GET', url, { as: gm, headers });
        // Without a campaign there is none whose game master the caller could be.
        if (LISTS.includes(operation.path) && !url.includes('campaign=')) {
          expect(seen.status).toBe(400);
          continue;
        }
        expect([url, told(seen)]).toEqual([url, told(own)]);
        expect(told(seen)).not.toContain(CANARY);
        if (own.status === 200) answered += 1;
      }
    }
    // An operation that only ever refuses would show nothing.
    expect([operation.path, answered > 0]).toEqual([operation.path, true]);
  }
});
