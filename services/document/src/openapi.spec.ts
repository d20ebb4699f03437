import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpointGuards } from '@tomekeeper/testing';
import { currentOpenApi, previewApp } from './current-openapi';

it('has a committed OpenAPI document that is up to date (npm run openapi writes it)', async () => {
  const committed = readFileSync(path.resolve(__dirname, '../openapi.json'), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(await currentOpenApi()));
});

it('guards every endpoint as reviewed', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "DELETE /api/documents/:id → user",
      "DELETE /api/documents/:id/acts/:act → user",
      "DELETE /api/documents/:id/show → user",
      "DELETE /api/documents/:id/versions/:version → user",
      "DELETE /api/documents/covers/:campaign → user",
      "DELETE /api/documents/pictures/:id → user",
      "DELETE /api/documents/shown/:id → user",
      "DELETE /api/documents/trash/:id → user",
      "GET /api/campaigns/:campaign/ledger → user",
      "GET /api/documents → user",
      "GET /api/documents/:id/backlinks → user",
      "GET /api/documents/:id/content → user",
      "GET /api/documents/:id/editing → user",
      "GET /api/documents/:id/find → user",
      "GET /api/documents/:id/handouts → user",
      "GET /api/documents/:id/images → user",
      "GET /api/documents/:id/original → user",
      "GET /api/documents/:id/outline → user",
      "GET /api/documents/:id/passages → user",
      "GET /api/documents/:id/text-versions → user",
      "GET /api/documents/:id/text-versions/:version → user",
      "GET /api/documents/:id/versions → user",
      "GET /api/documents/:id/versions/:version/content → user",
      "GET /api/documents/covers → user",
      "GET /api/documents/covers/:campaign → user",
      "GET /api/documents/newest → user",
      "GET /api/documents/notes → user",
      "GET /api/documents/notes/:id → user",
      "GET /api/documents/notes/trash → user",
      "GET /api/documents/overview → user",
      "GET /api/documents/parts → user",
      "GET /api/documents/pictures → user",
      "GET /api/documents/shared-tags → user",
      "GET /api/documents/shown → user",
      "GET /api/documents/thumbnails → user",
      "GET /api/documents/trash → user",
      "GET /api/operations/document → operator",
      "GET /api/operations/document/queues/:queue/failed → operator",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /internal/campaigns/:campaign/change-numbers → internal: search",
      "GET /internal/campaigns/:campaign/changes → internal: search",
      "GET /internal/campaigns/:campaign/notebooks → internal: search",
      "GET /internal/campaigns/:campaign/sees-anything → internal: search",
      "GET /internal/campaigns/:campaign/shared-folder → internal: search",
      "GET /internal/owned-documents → internal: identity",
      "GET /internal/owned-documents/:id/file → internal: identity",
      "GET /internal/owned-documents/:id/text → internal: identity",
      "GET /metrics → public",
      "PATCH /api/documents/:id → user",
      "PATCH /api/documents/:id/handouts/:handout → user",
      "PATCH /api/documents/:id/parts/:passage → user",
      "PATCH /api/documents/:id/passages → user",
      "POST /api/documents/:id/editable → user",
      "POST /api/documents/:id/images → user",
      "POST /api/documents/:id/restore → user",
      "POST /api/documents/:id/show → user",
      "POST /api/documents/:id/text-versions/:version/restore → user",
      "POST /api/documents/:id/versions → user",
      "POST /api/documents/:id/versions/:version/restore → user",
      "POST /api/documents/covers → user",
      "POST /api/documents/discard-upload → user",
      "POST /api/documents/finalize → user",
      "POST /api/documents/notes → user",
      "POST /api/documents/pictures → user",
      "POST /api/documents/presign → user",
      "POST /api/documents/presign-parts → user",
      "POST /api/documents/shared-tags → user",
      "POST /api/documents/spoiler-check → user",
      "POST /api/operations/document/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/document/queues/:queue/retry-all → operator",
      "PUT /api/documents/:id/audience → user",
      "PUT /api/documents/:id/original → user",
      "PUT /api/documents/notes/:id/audience → user",
    ]
  `);
  await app.close();
});
