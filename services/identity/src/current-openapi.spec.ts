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
      "DELETE /api/me → user",
      "DELETE /api/me/sessions/:id → user",
      "GET /api/account/export/:ticket → public",
      "GET /api/me → user",
      "GET /api/me/activity → user",
      "GET /api/me/sessions → user",
      "GET /api/operations/identity → operator",
      "GET /api/operations/identity/queues/:queue/failed → operator",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /idp/:poolId/.well-known/jwks.json → public",
      "GET /idp/:poolId/.well-known/openid-configuration → public",
      "GET /idp/confirmUser → public",
      "GET /internal/people → internal: campaign, document, search",
      "GET /internal/people/by-email → internal: campaign, document",
      "GET /internal/revocations → internal: campaign, document, mailing, contact, live, search",
      "GET /metrics → public",
      "PATCH /api/me → user",
      "POST /api/account/export → user",
      "POST /api/logout → optional-user",
      "POST /api/operations/identity/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/identity/queues/:queue/retry-all → operator",
      "POST /idp → public",
      "POST /idp/confirmUser → public",
    ]
  `);
  await app.close();
});
