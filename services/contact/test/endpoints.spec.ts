import { endpointGuards } from '@tomekeeper/testing';
import { previewApp } from '../src/current-openapi';

it('lets exactly these callers in', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "GET /api/contact/challenge → public",
      "GET /api/operations/contact → operator",
      "GET /api/operations/contact/queues/:queue/failed → operator",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /internal/messages → internal: identity",
      "GET /metrics → public",
      "POST /api/contact → public",
      "POST /api/operations/contact/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/contact/queues/:queue/retry-all → operator",
    ]
  `);
  await app.close();
});
