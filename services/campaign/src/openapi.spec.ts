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
      "DELETE /api/campaigns/:id → user",
      "DELETE /api/campaigns/:id/character → user",
      "DELETE /api/campaigns/:id/hand-over → user",
      "DELETE /api/campaigns/:id/invites/:invite → user",
      "DELETE /api/campaigns/:id/sessions/:session → user",
      "DELETE /api/campaigns/:id/sessions/:session/checklist/:item → user",
      "DELETE /internal/campaigns/:id/imported-sessions/:import → internal: document",
      "GET /api/campaigns → user",
      "GET /api/campaigns/:id → user",
      "GET /api/campaigns/:id/board → user",
      "GET /api/campaigns/:id/invites → user",
      "GET /api/campaigns/:id/sessions → user",
      "GET /api/campaigns/:id/sessions/:session → user",
      "GET /api/invites → optional-user",
      "GET /api/operations/campaign → operator",
      "GET /api/operations/campaign/queues/:queue/failed → operator",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /internal/campaign-records → internal: identity",
      "GET /internal/campaigns/:id/content → internal: document",
      "GET /internal/campaigns/:id/content/sessions/:session → internal: document",
      "GET /internal/campaigns/:id/members → internal: document, live, search",
      "GET /internal/campaigns/:id/membership → internal: document, search",
      "GET /internal/campaigns/:id/sessions → internal: search",
      "GET /internal/campaigns/:id/settings → internal: search",
      "GET /internal/memberships → internal: document, live, search",
      "GET /internal/session-news → internal: document",
      "GET /metrics → public",
      "PATCH /api/campaigns/:id → user",
      "PATCH /api/campaigns/:id/players/:player → user",
      "PATCH /api/campaigns/:id/sessions/:session → user",
      "PATCH /api/campaigns/:id/sessions/:session/checklist/:item → user",
      "POST /api/campaigns → user",
      "POST /api/campaigns/:id/add-players → user",
      "POST /api/campaigns/:id/hand-over → user",
      "POST /api/campaigns/:id/hand-over/accept → user",
      "POST /api/campaigns/:id/invites → user",
      "POST /api/campaigns/:id/remove-players → user",
      "POST /api/campaigns/:id/sessions → user",
      "POST /api/campaigns/:id/sessions/:session/checklist → user",
      "POST /api/campaigns/sample → user",
      "POST /api/invites/accept → user",
      "POST /api/operations/campaign/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/campaign/queues/:queue/retry-all → operator",
      "PUT /api/campaigns/:id/board → user",
      "PUT /api/campaigns/:id/character → user",
      "PUT /internal/campaigns/:id/imported-sessions/:import → internal: document",
    ]
  `);
  await app.close();
});
