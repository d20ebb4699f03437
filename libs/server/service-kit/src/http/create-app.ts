import { type DynamicModule, StandardSchemaSerializerInterceptor, type Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { acceptCorrelationId, CORRELATION_HEADER, withCorrelation } from '@tomekeeper/correlation';
import { CHECK_EVERY_MS, HEADERS_WITHIN_MS, REQUEST_WITHIN_MS } from '@tomekeeper/http-guard';
import { isTracing, traceFields } from '@tomekeeper/tracing';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DomainError, validationPipe } from '../errors/domain-error';
import { answerMethodNotAllowed, answerProblem, ProblemFilter } from '../errors/problem';
import { HealthController } from '../health/health.controller';
import { Readiness } from '../health/readiness';
import { closeConnectionsWhileDraining } from './draining';
import { type Log, NestLog } from './log';
import { answerRevalidations } from './revalidated';
import { answerUnread, isStream, jsonBodyParser, watchRoutes, wouldHaveEffect } from './requests';
import { Metrics } from '../metrics/metrics';
import { openApiDocument } from '../openapi/openapi';
import { ServiceKitModule } from '../service-kit.module';
import { type EdgeCallers, traceOf, traceRequest } from '../tracing/request-spans';

export type SecurityHeaders = HelmetOptions;

/** Services never return pages. */
const API_HEADERS: SecurityHeaders = {
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
};

/** helmet's headers, computed once: they depend only on the settings. */
export function securityHeadersOf(settings: SecurityHeaders = API_HEADERS): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(settings)(response.req, response, () => undefined);
  return { ...response.getHeaders() };
}

export interface CreateAppOptions {
  module: Type | DynamicModule;
  log: Log;
  /** Maximum request body in bytes; default 256 KiB. */
  bodyLimit?: number;
  /** Serves only health and metrics: the process is a queue worker. */
  workerOnly?: boolean;
  /** Nest builds the dependency graph without creating instances, for API documents and snapshots. */
  preview?: boolean;
  /** The process is exposed to browsers: internal routes are disabled, and bodies pass through unparsed. */
  edge?: EdgeOptions;
  /** Defaults to {@link HEADERS_WITHIN_MS} and {@link REQUEST_WITHIN_MS}. */
  deadlines?: RequestDeadlines;
}

export interface EdgeOptions extends EdgeCallers {
  /** Addresses or networks whose `X-Forwarded-For` is trusted; undefined trusts none. */
  trustedProxies: string[] | undefined;
  securityHeaders: SecurityHeaders;
  /** Normalizes the request target for routing. */
  rewriteUrl?: (request: IncomingMessage) => string;
}

/** Timeouts in milliseconds for receiving a request; late requests get 408. */
export interface RequestDeadlines {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
}

const DEFAULT_BODY_LIMIT = 256 * 1024;
/** Node also checks without connections, and only other services call an internal one. */
const INTERNAL_CHECK_EVERY_MS = 5 * CHECK_EVERY_MS;
const DEADLINES: RequestDeadlines = { headersMs: HEADERS_WITHIN_MS, requestMs: REQUEST_WITHIN_MS };
const WORKER_PATHS = /^\/(health\/|metrics)/;

/** A service as a Nest application on Fastify, with all shared features. */
export async function createApp(options: CreateAppOptions): Promise<NestFastifyApplication> {
  const ownHeaders = {
    ...securityHeadersOf(options.edge?.securityHeaders),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const withOwnHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.headers(ownHeaders).header(CORRELATION_HEADER, request.id);
  // Access log lines contain no secrets, so redaction is off.
  const deadlines = options.deadlines ?? DEADLINES;
  const access = options.log.child({}, { redact: [] });
  const bodyLimit = options.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const adapter = new FastifyAdapter({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    forceCloseConnections: 'idle',
    // Serves requests on open connections while closing: their sender cannot know and may be unable to retry.
    return503OnClosing: false,
    requestTimeout: deadlines.requestMs,
    // Options of Node's own server.
    http: {
      headersTimeout: deadlines.headersMs,
      connectionsCheckingInterval: Math.min(
        options.edge ? CHECK_EVERY_MS : INTERNAL_CHECK_EVERY_MS,
        deadlines.headersMs,
      ),
    },
    trustProxy: options.edge?.trustedProxies ?? false,
    ...(options.edge?.rewriteUrl ? { rewriteUrl: options.edge.rewriteUrl } : {}),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    genReqId: (request: { headers: Record<string, unknown> }) =>
      acceptCorrelationId(request.headers[CORRELATION_HEADER]),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      // Handles undecodable paths, for which no hook runs.
      answerProblem(error, request, withOwnHeaders(request, reply)),
    clientErrorHandler: answerUnread(ownHeaders),
    // Log lines contain the request id themselves; a child logger per request would only cost time.
    childLoggerFactory: (log: FastifyBaseLogger) => log,
  });
  const fastify = adapter.getInstance();
  const methods = watchRoutes(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: ServiceKitModule,
      imports: [options.module],
      controllers: options.edge ? [] : [HealthController],
    },
    adapter,
    {
      logger: new NestLog(options.log),
      preview: options.preview ?? false,
      abortOnError: false,
      bodyParser: !options.edge,
    },
  );
  if (!options.edge) {
    adapter.useBodyParser('application/json', false, { bodyLimit }, jsonBodyParser(fastify));
    serveOpenApi(app, fastify);
  }
  const metrics = options.preview ? undefined : app.get(Metrics);
  if (!options.preview) closeConnectionsWhileDraining(fastify, app.get(Readiness));

  fastify.addHook('onRequest', (request, reply, done) => {
    withOwnHeaders(request, reply);
    if (options.workerOnly && !WORKER_PATHS.test(request.url)) {
      answerProblem(noSuchRoute(), request, reply);
      return;
    }
    if (wouldHaveEffect(request)) {
      answerMethodNotAllowed(['GET'], request, reply);
      return;
    }
    if (isTracing() && !isWatching(request.routeOptions.url) && !isStream(request))
      traceRequest(request, reply, options.edge);
    // Async context in the gateway, which only proxies, would cost a fifth of its throughput.
    if (options.edge) done();
    else withCorrelation(request.id, done, traceOf(request));
  });
  answerRevalidations(fastify);
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (!isStream(request) || reply.statusCode !== 200)
      metrics?.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (!isWatching(route))
      access.info(
        {
          correlation_id: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...traceFields(traceOf(request)),
        },
        'request',
      );
    done();
  });

  app.useGlobalPipes(validationPipe());
  // Responses are serialized by their contract, so undeclared columns never leak.
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  app.useGlobalFilters(
    new ProblemFilter((request) => {
      const allowed = methods.for(request.url.split('?', 1)[0] ?? '');
      return allowed.length > 0 && !allowed.includes(request.method) ? allowed : undefined;
    }),
  );
  return app;
}

/** Frequent probes, which would flood the log. */
const isWatching = (route = ''): boolean =>
  /^\/(health|readyz|metrics|openapi|internal\/revocations)/.test(route);

/** Serves the service's OpenAPI document, which the gateway merges; generated on the first request. */
function serveOpenApi(app: NestFastifyApplication, fastify: FastifyInstance): void {
  let document: OpenAPIObject | undefined;
  fastify.get('/openapi.json', (_request, reply) => {
    document ??= openApiDocument(app, 'Tomekeeper');
    return reply.send(document);
  });
}

const noSuchRoute = () =>
  new DomainError('not-found', GENERAL_CODES.notFound, 'This process only works for queues.');
