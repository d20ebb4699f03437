import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import {
  answerProblem,
  Metrics,
  type EdgeOptions,
  type RequestDeadlines,
} from '@tomekeeper/service-kit';
import { canonicalTarget } from './admission/canonical-url';
import { guardConnections } from './admission/open-bodies';
import { hostCheck } from './admission/known-hosts';
import type { GatewayConfig } from './config';
import { Limits } from './limits/limits';
import { registerApiDocs } from './openapi/api-docs-routes';
import { RemotesStateRoutes } from './operations/remotes-state-routes';
import { PageRoutes } from './pages/page-routes';
import { NOT_FOUND_PATH, registerNotFound } from './proxy/refusals';
import { ProxyRoutes } from './proxy/proxy-routes';
import { StreamRoutes } from './proxy/stream-routes';
import { RemoteFileRoutes } from './registry/remote-file-routes';
import { isPageCall, ReportRoutes } from './reports/report-routes';
import { PERMISSIONS_POLICY, securityHeaders } from './security-headers';

export function edgeOptions(config: GatewayConfig): EdgeOptions {
  return {
    trustedProxies: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : undefined,
    securityHeaders: securityHeaders(config),
    isPageCall,
    rewriteUrl: (request) => {
      const target = canonicalTarget(request.url ?? '');
      // RFC 9112: the host of the target takes precedence over the header.
      if (target?.host !== undefined) request.headers.host = target.host;
      return target?.url ?? NOT_FOUND_PATH;
    },
  };
}

export const deadlines = (config: GatewayConfig): RequestDeadlines => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  requestMs: config.REQUEST_TIMEOUT_MS,
});

/** Features whose routes Fastify serves without Nest, because bodies and files stream through them. */
const FEATURES = [
  Limits,
  ProxyRoutes,
  StreamRoutes,
  ReportRoutes,
  RemotesStateRoutes,
  RemoteFileRoutes,
  PageRoutes,
] as const;

export async function configureGateway(
  app: NestFastifyApplication,
  config: GatewayConfig,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  guardConnections(app.getHttpServer(), config, app.get(Metrics));
  const misdirected = hostCheck(config);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
    const problem = misdirected(request);
    if (problem) answerProblem(problem, request, reply.header('connection', 'close'));
    else done();
  });
  // A separate scope, because Nest sets its error handler too late for routes outside of it.
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    for (const feature of FEATURES) await app.get<FastifyFeature>(feature).register(scope);
    await registerApiDocs(scope);
    registerNotFound(scope);
  });
}

interface FastifyFeature {
  register(fastify: FastifyInstance): void | Promise<void>;
}
