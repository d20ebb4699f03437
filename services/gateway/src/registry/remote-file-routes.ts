import staticFiles from '@fastify/static';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { WORKER_POLICY } from '../security-headers';
import { RemoteMirror } from './mirror/remote-mirror';

/**
 * Matches files in a version folder of a remote; pointers, shells and other files are not public here.
 */
const IN_A_VERSION = /^\/(?!shell\/)([a-z][a-z-]*)\/(\w[\w.-]*)\/.+/;
const PREFIX = '/remotes';
const IS_WORKER = /^[^?]*\.worker\.[^/?]*\.mjs(?:\?|$)/;

/** Assets of remotes. Versions are immutable, so browsers cache them forever. */
@Injectable()
export class RemoteFileRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly mirror: RemoteMirror,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const { config, mirror } = this;
    await fastify.register(async (scope) => {
      scope.addHook('onRequest', async ({ url }, reply) => {
        if (IS_WORKER.test(url)) void reply.header('content-security-policy', WORKER_POLICY);
        const [, id, version] = IN_A_VERSION.exec(url.slice(PREFIX.length)) ?? [];
        if (id && version) await mirror.ensure(id, version);
      });
      await scope.register(staticFiles, {
        root: config.REMOTES_DIR,
        prefix: `${PREFIX}/`,
        decorateReply: false,
        index: false,
        dotfiles: 'deny',
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        allowedPath: (pathName) => IN_A_VERSION.test(pathName),
      });
    });
  }
}
