import {
  faultlessCalls,
  hostileBodies,
  hostileText,
  type Method,
  type TestPerson,
} from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let bears: ReturnType<typeof faultlessCalls>;
let campaign: string;
let document: { id: string; s3_key: string };

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  bears = faultlessCalls(service.call, gm);
  campaign = service.campaign(gm);
  document = await service.upload(gm, campaign);
});
afterAll(() => service?.stop());

it.each<[Method, string, () => object]>([
  [
    'POST',
    '/api/documents/presign/',
    () => ({
      campaign,
      file_name: 'a.txt',
      content_type: 'text/plain',
      is_spoilers: true,
      size: 5,
    }),
  ],
  [
    'POST',
    '/api/documents/finalize/',
    () => ({
      campaign,
      s3_key: document.s3_key,
      is_spoilers: false,
      original_filename: 'a.txt',
    }),
  ],
  [
    'POST',
    '/api/documents/presign-parts/',
    () => ({ campaign, s3_key: document.s3_key, parts: [1, 2] }),
  ],
  ['POST', '/api/documents/discard-upload/', () => ({ campaign, s3_key: document.s3_key })],
  [
    'POST',
    '/api/documents/spoiler-check/',
    () => ({
      campaign,
      texts: ['Castle of Strahd'],
      audience: 'party',
      revealing: { document: document.id, passages: 'all' },
    }),
  ],
  ['PATCH', '/api/documents/{id}/', () => ({ is_spoilers: true, original_filename: 'a.txt' })],
])('%s %s bears any body', async (method, url, good) => {
  await fc.assert(
    fc.asyncProperty(hostileBodies(good()), (body) =>
      bears(method, url.replace('{id}', document.id), body),
    ),
    propertyRuns(40),
  );
  // Every accepted name can be listed and opened.
  const list = await service.call('GET', '/api/documents/', { as: gm });
  expect(list).toMatchObject({ status: 200, body: [{ id: document.id }] });
  const content = await service.call('GET', `/api/documents/${document.id}/content/`, { as: gm });
  expect((await fetch(content.body.url)).status).toBe(200);
});

it('bears any name of a file up to its storage and back', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      const answer = await service.call('PATCH', `/api/documents/${document.id}/`, {
        as: gm,
        body: { original_filename: name },
      });
      expect([200, 400]).toContain(answer.status);
      const content = await service.call('GET', `/api/documents/${document.id}/content/`, {
        as: gm,
      });
      expect((await fetch(content.body.url)).status).toBe(200);
    }),
    propertyRuns(20),
  );
});

it('bears any id in a path, and any query', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const part = encodeURIComponent(text.toWellFormed());
      await bears('GET', `/api/documents/${part}/content`);
      await bears('DELETE', `/api/documents/${part || 'x'}`);
      await bears('GET', `/api/documents/?campaign=${part}`);
      await bears('GET', `/api/documents/?${part}=${part}&campaign=${campaign}`);
      await bears('GET', `/api/campaigns/${part || 'x'}/ledger`);
      await bears(
        'GET',
        `/api/campaigns/${campaign}/ledger?player=${part}&as_of=${part}&after=${part}`,
      );
      await bears('GET', `/api/campaigns/${campaign}/ledger?player=party&as_of=${part}`);
      await bears('GET', `/api/campaigns/${campaign}/ledger?from=${part}&until=${part}`);
    }),
    propertyRuns(40),
  );
});
