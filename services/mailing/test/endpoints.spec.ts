import { endpointGuards } from '@tomekeeper/testing';
import { previewApp } from '../src/current-openapi';

it('lets exactly these callers in', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "GET /api/operations/mailing → operator",
      "GET /api/operations/mailing/queues/:queue/failed → operator",
      "GET /api/subscribe/verify → public",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /internal/subscription → internal: identity",
      "GET /metrics → public",
      "POST /api/operations/mailing/queues/:queue/failed/:job/retry → operator",
      "POST /api/operations/mailing/queues/:queue/retry-all → operator",
      "POST /api/subscribe → public",
      "POST /api/subscribe/one-click → public",
      "POST /api/subscribe/resend → public",
      "POST /api/subscribe/unsubscribe → public",
    ]
  `);
  await app.close();
});
