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

/** Nothing that a service answers is a page. */
const API_HEADERS: SecurityHeaders = {
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
};

/** helmet's headers, computed once: for the same settings they are the same in every answer. */
export function securityHeadersOf(settings: SecurityHeaders = API_HEADERS): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(settings)(response.req, response, () => undefined);
  return { ...response.getHeaders() };
}

export interface CreateAppOptions {
  module: Type | DynamicModule;
  log: Log;
  /** Bytes of a request body; default 256 KiB. */
  bodyLimit?: number;
  /** Only health and metrics are served: the process works for queues. */
  workerOnly?: boolean;
  /** Nest builds the graph without making anything, for documents and snapshots. */
  preview?: boolean;
  /** The process faces browsers: nothing internal is served, and bodies pass through unread. */
  edge?: EdgeOptions;
  /** Default {@link HEADERS_WITHIN_MS} and {@link REQUEST_WITHIN_MS}. */
  deadlines?: RequestDeadlines;
}

export interface EdgeOptions extends EdgeCallers {
  /** Addresses or networks whose `X-Forwarded-For` is believed; undefined trusts none. */
  trustedProxies: string[] | undefined;
  securityHeaders: SecurityHeaders;
  /** The one spelling of a request's target, which routing uses. */
  rewriteUrl?: (request: IncomingMessage) => string;
}

/** Milliseconds in which what a client sends must be there; it is answered 408 otherwise. */
export interface RequestDeadlines {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
}

const DEFAULT_BODY_LIMIT = 256 * 1024;
const DEADLINES: RequestDeadlines = { headersMs: HEADERS_WITHIN_MS, requestMs: REQUEST_WITHIN_MS };
const WORKER_PATHS = /^\/(health\/|metrics)/;

/** A service as a Nest application on Fastify, with everything that all services share. */
export async function createApp(options: CreateAppOptions): Promise<NestFastifyApplication> {
  const ownHeaders = {
    ...securityHeadersOf(options.edge?.securityHeaders),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const withOwnHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.headers(ownHeaders).header(CORRELATION_HEADER, request.id);
  // What it writes is known: nothing in it is for redaction to look for.
  const deadlines = options.deadlines ?? DEADLINES;
  const access = options.log.child({}, { redact: [] });
  const bodyLimit = options.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const adapter = new FastifyAdapter({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    forceCloseConnections: 'idle',
    // What still comes by a connection that was open is served: its sender can't know, and may not send twice.
    return503OnClosing: false,
    requestTimeout: deadlines.requestMs,
    // Of Node's own server.
    http: {
      headersTimeout: deadlines.headersMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, deadlines.headersMs),
    },
    trustProxy: options.edge?.trustedProxies ?? false,
    ...(options.edge?.rewriteUrl ? { rewriteUrl: options.edge.rewriteUrl } : {}),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    genReqId: (request: { headers: Record<string, unknown> }) =>
      acceptCorrelationId(request.headers[CORRELATION_HEADER]),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      // A path that can't be decoded is answered before any hook runs.
      answerProblem(error, request, withOwnHeaders(request, reply)),
    clientErrorHandler: answerUnread(ownHeaders),
    // Each line names the call by itself; a logger for each call would only cost time.
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
    // The gateway only passes calls on: following each through all its turns would cost it a fifth.
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
  // Answers leave through their contract: a column that it does not name never gets out.
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  app.useGlobalFilters(
    new ProblemFilter((request) => {
      const allowed = methods.for(request.url.split('?', 1)[0] ?? '');
      return allowed.length > 0 && !allowed.includes(request.method) ? allowed : undefined;
    }),
  );
  return app;
}

/** Probes that arrive every second; their lines would only fill the log. */
const isWatching = (route = ''): boolean =>
  /^\/(health|readyz|metrics|openapi|internal\/revocations)/.test(route);

/** The description of the service, which the gateway merges; made at the first request. */
function serveOpenApi(app: NestFastifyApplication, fastify: FastifyInstance): void {
  let document: OpenAPIObject | undefined;
  fastify.get('/openapi.json', (_request, reply) => {
    document ??= openApiDocument(app, 'Tomekeeper');
    return reply.send(document);
  });
}

const noSuchRoute = () =>
  new DomainError('not-found', GENERAL_CODES.notFound, 'This process only works for queues.');
