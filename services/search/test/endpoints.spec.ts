import { endpointGuards } from '@tomekeeper/testing';
import { previewApp } from '../src/current-openapi';

it('lets exactly these callers in', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "GET /api/operations/search → operator",
      "GET /api/operations/search-model → operator",
      "GET /api/operations/search/queues/:queue/failed → operator",
      "GET /api/search → user",
      "GET /api/search/state → user",
      "GET /api/search/suggest → user",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /metrics → public",
      "POST /api/operations/search/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/search/queues/:queue/retry-all → operator",
      "POST /api/search/ask → user",
      "POST /api/search/drafts → user",
    ]
  `);
  await app.close();
});
