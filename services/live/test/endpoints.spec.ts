import { endpointGuards } from '@tomekeeper/testing';
import { previewApp } from '../src/current-openapi';

it('lets exactly these callers in', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "GET /api/live → user",
      "GET /api/live/presence → user",
      "GET /api/operations/live → operator",
      "GET /api/operations/live/queues/:queue/failed → operator",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /metrics → public",
      "POST /api/operations/live/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/live/queues/:queue/retry-all → operator",
    ]
  `);
  await app.close();
});
