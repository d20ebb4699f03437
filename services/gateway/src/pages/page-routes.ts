import staticFiles, { type FastifyStaticOptions } from '@fastify/static';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { visitorOf } from '../registry/canary';
import { sendConditionally } from '../conditional-answer';
import { acceptedEncoding } from '../encodings';
import { PreloadingDocuments } from '../preloads/preloading-documents';
import { PrerenderedDocuments } from '../prerender/prerendered-documents';
import { SERVICE_WORKER_POLICY } from '../security-headers';
import { EarlierShells } from '../shell/earlier-shells';
import type { ServedDocument } from '../shell/shell-document';

/** The shell: hashed files below /static, single files such as the icon, and the document for other paths. */
@Injectable()
export class PageRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly prerendered: PrerenderedDocuments,
    private readonly preloading: PreloadingDocuments,
    private readonly earlierShells: EarlierShells,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const { SHELL_DIR } = this.config;
    await registerHashedFiles(fastify, path.join(SHELL_DIR, 'static'), this.earlierShells);
    // Browsers delete the worker once its file is removed.
    fastify.get(`/${SERVICE_WORKER}`, (_request, reply) =>
      reply
        .header('content-security-policy', SERVICE_WORKER_POLICY)
        .header('service-worker-allowed', '/')
        .header('cache-control', 'no-cache')
        .sendFile(SERVICE_WORKER, SHELL_DIR, { cacheControl: false }),
    );
    fastify.get('/*', async (request, reply) => {
      const [pathname = '/'] = request.url.split('?', 1);
      const file = await singleFile(SHELL_DIR, pathname);
      if (file)
        return reply.sendFile(file, SHELL_DIR, {
          immutable: false,
          maxAge: '1d',
          index: false,
        });
      const visitor = visitorOf(request);
      const document =
        (await this.prerendered.find(pathname, visitor)) ??
        (await this.preloading.find(pathname, visitor));
      sendDocument(request, reply, document);
      return reply;
    });
  }
}

const SERVICE_WORKER = 'static/js/service-worker.js';
const HASHED_FILE = /^\/static\/((?:[\w-]+\/)*[\w-][\w.-]*)(?:\?|$)/;

/** Browsers cache hashed files forever. Falls back to other shell versions. */
async function registerHashedFiles(
  fastify: FastifyInstance,
  root: string,
  earlierShells: EarlierShells,
): Promise<void> {
  const options: FastifyStaticOptions = {
    root,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  };
  await fastify.register(staticFiles, { ...options, serve: false });
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async ({ url }, reply) => {
      const file = HASHED_FILE.exec(url)?.[1];
      if (!file || (await isThere(path.join(root, file)))) return;
      const folder = await earlierShells.folderWith(file);
      if (folder) await reply.sendFile(file, folder);
    });
    await scope.register(staticFiles, { ...options, prefix: '/static/', decorateReply: false });
  });
}

const isThere = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain, encoded, policy }: ServedDocument,
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  void reply
    .header('content-security-policy', policy)
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (encoding) void reply.header('content-encoding', encoding);
  sendConditionally(
    request,
    reply,
    encoding ? encoded[encoding] : plain,
    encoding ? etag.replace(/"$/, `-${encoding}"`) : etag,
  );
}

/** A top-level file of the shell, such as `favicon.ico`; never its document. */
async function singleFile(folder: string, pathname: string): Promise<string | undefined> {
  const name = /^\/([\w-][\w.-]*\.[a-z0-9]+)$/i.exec(pathname)?.[1];
  if (!name || name === 'index.html' || /\.(br|gz|map)$/.test(name)) return undefined;
  const stat = await fs.stat(path.join(folder, name)).catch(() => undefined);
  return stat?.isFile() ? name : undefined;
}
