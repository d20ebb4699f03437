import { endpointGuards } from '@tomekeeper/testing';
import { previewApp } from '../src/current-openapi';

it('lets exactly these callers in', async () => {
  const app = await previewApp();
  expect(endpointGuards(app)).toMatchInlineSnapshot(`
    [
      "GET /api/contact/challenge → public",
      "GET /health/live → public",
      "GET /health/ready → public",
      "GET /internal/messages → internal: document",
      "GET /metrics → public",
      "POST /api/contact → public",
    ]
  `);
  await app.close();
});
