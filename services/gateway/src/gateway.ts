import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  answerProblem,
  Metrics,
  type EdgeOptions,
  type RequestDeadlines,
} from '@tomekeeper/service-kit';
import { canonicalTarget } from './admission/canonical-url';
import { guardConnections } from './admission/connections';
import { hostCheck } from './admission/known-hosts';
import type { GatewayConfig } from './config';
import { registerLimits } from './limits/limits';
import { registerApiDocs } from './openapi/api-docs';
import { registerRemotesState } from './operations/remotes';
import { PrerenderedDocuments } from './prerender/prerendered-documents';
import { NO_SUCH_PATH, registerNothingThere } from './proxy/nothing-there';
import { registerProxies } from './proxy/proxies';
import { RemoteMirror } from './registry/mirror/remote-mirror';
import { registerRemoteFiles } from './registry/remote-files';
import { RemoteRegistry } from './registry/remote-registry';
import { isPageCall } from './reports/page-calls';
import { ReportMetrics } from './reports/report-metrics';
import { registerReports } from './reports/reports';
import { PERMISSIONS_POLICY, securityHeaders } from './security-headers';
import { KeptShells } from './shell/kept-shells';
import { registerShell } from './shell/shell';
import { ShellDocument } from './shell/shell-document';
import { Load } from './shedding/load';
import { Upstreams } from './upstreams/upstreams';

/** What service-kit must know about the process that faces browsers. */
export function edgeOptions(config: GatewayConfig): EdgeOptions {
  return {
    trustedProxies: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : undefined,
    securityHeaders: securityHeaders(config),
    isPageCall,
    rewriteUrl: (request) => {
      const target = canonicalTarget(request.url ?? '');
      // RFC 9112: the host of the target goes before the header.
      if (target?.host !== undefined) request.headers.host = target.host;
      return target?.url ?? NO_SUCH_PATH;
    },
  };
}

/** Until when what a client sends must be there. */
export const deadlines = (config: GatewayConfig): RequestDeadlines => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  requestMs: config.REQUEST_TIMEOUT_MS,
});

/** Adds what only Fastify can do well: limits, streaming to services, files. */
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
  // A scope of its own, because Nest sets its error handler too late for routes outside of it.
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    const limit = await registerLimits(scope, config);
    await registerProxies(scope, config, {
      upstreams: app.get(Upstreams),
      load: app.get(Load),
      metrics: app.get(Metrics),
      limit,
    });
    await registerReports(scope, {
      config,
      registry: app.get(RemoteRegistry),
      metrics: app.get(ReportMetrics),
      limit,
    });
    registerRemotesState(scope, { config, registry: app.get(RemoteRegistry), limit });
    await registerApiDocs(scope);
    registerNothingThere(scope);
    await registerRemoteFiles(scope, config, app.get(RemoteMirror));
    await registerShell(scope, config, {
      prerendered: app.get(PrerenderedDocuments),
      shell: app.get(ShellDocument),
      kept: app.get(KeptShells),
    });
  });
}
