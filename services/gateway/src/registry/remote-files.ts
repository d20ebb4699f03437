import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config';

/** Only what is inside a version folder; pointers and whatever else lies about are not public. */
const IN_A_VERSION = /^\/[a-z][a-z-]*\/\w[\w.-]*\/.+/;

/** Assets of remotes. A version never changes, so browsers keep them for good. */
export async function registerRemoteFiles(
  fastify: FastifyInstance,
  config: GatewayConfig,
): Promise<void> {
  await fastify.register(staticFiles, {
    root: config.REMOTES_DIR,
    prefix: '/remotes/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    allowedPath: (pathName) => IN_A_VERSION.test(pathName),
  });
}
