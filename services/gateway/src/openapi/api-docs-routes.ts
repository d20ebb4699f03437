import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import path from 'node:path';
import { DOCS_POLICY } from '../security-headers';

const NEEDED = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tomekeeper API</title>
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** Serves Swagger UI without third-party assets. */
export async function registerApiDocs(fastify: FastifyInstance): Promise<void> {
  const assets = path.join(path.dirname(require.resolve('@fastify/swagger-ui')), 'static');
  await fastify.register(staticFiles, {
    root: assets,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
    allowedPath: (pathName) => NEEDED.has(pathName),
  });
  fastify.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', DOCS_POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  fastify.get('/api/docs/start.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(START),
  );
}
