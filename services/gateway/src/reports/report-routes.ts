import { Inject, Injectable } from '@nestjs/common';
import {
  type BrowserError,
  browserReports,
  ERROR_KINDS,
  OWN_FRAME,
  OWN_VERSION,
  type RegistryEntry,
  REPORT_LIMITS,
  scrubbed,
} from '@tomekeeper/contracts-federation';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, validationError } from '@tomekeeper/service-kit';
import { endPageSpan } from '@tomekeeper/tracing';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { Limits } from '../limits/limits';
import { isWithinLimits } from '../proxy/admit-call';
import { ROUTES } from '../proxy/route-table';
import { RemoteRegistry } from '../registry/remote-registry';
import { isFromOwnPage } from './own-page';
import { ReportMetrics } from './report-metrics';

const OTHER = 'other';

/** Maps unknown labels to `other`, because each distinct label creates a time series. */
function knownLabels(entries: readonly RegistryEntry[]) {
  const remotes = new Set(['shell', ...entries.map(({ id }) => id)]);
  const pages = new Set(entries.flatMap(({ manifest }) => manifest.routes.map(({ path }) => path)));
  return {
    remote: (id: string) => (remotes.has(id) ? id : OTHER),
    page: (pattern: string) => (pages.has(pattern) ? pattern : OTHER),
    kind: (kind: string) => ERROR_KINDS.find((known) => known === kind) ?? OTHER,
  };
}

const TO_SERVICES = new Set(ROUTES.flatMap(({ prefix }) => [prefix, `${prefix}/*`]));

/**
 * Whether one of our pages sent the request and may report its duration; false for users who opt out of
 * tracking.
 */
export function isPageCall({ headers, routeOptions }: FastifyRequest): boolean {
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['sec-fetch-mode'] !== 'navigate' &&
    headers.dnt !== '1' &&
    headers['sec-gpc'] !== '1' &&
    TO_SERVICES.has(routeOptions.url ?? '')
  );
}

const PATH = '/api/reports';
const OTHER_METHODS: HTTPMethods[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Turns browser reports into log lines, metrics and spans. Sign-in is not required. */
@Injectable()
export class ReportRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly registry: RemoteRegistry,
    private readonly metrics: ReportMetrics,
    private readonly limits: Limits,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const { config, registry, metrics, limits } = this;
    await fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: REPORT_LIMITS.bytes },
        scope.getDefaultJsonParser('error', 'error'),
      );
      scope.post(PATH, {
        onRequest: async (request, reply) => {
          if (!isFromOwnPage(request, config.PUBLIC_URL))
            throw new DomainError(
              'forbidden',
              GENERAL_CODES.forbidden,
              'Reports are accepted from pages of this site only.',
            );
          return (await isWithinLimits(limits, 'problem', request, reply)) ? undefined : reply;
        },
        handler: async (request, reply) => {
          const reports = browserReports.safeParse(request.body);
          if (!reports.success) throw validationError(reports.error.issues);
          const { view, errors, vitals, spans } = reports.data;
          const labels = knownLabels(await registry.entries());
          for (const error of errors) {
            metrics.countError(labels.remote(error.remote), labels.kind(error.kind));
            logError(request, view, error, labels.page(error.page));
          }
          for (const { name, value, page } of vitals)
            metrics.observeVital(name, value, labels.page(page));
          for (const { id, waited, lasted } of spans)
            endPageSpan(id, { waitedMs: waited, lastedMs: lasted });
          return reply.status(204).send();
        },
      });
      scope.route({
        url: PATH,
        method: OTHER_METHODS,
        handler: (_request, reply) => {
          void reply.header('allow', 'POST');
          throw Object.assign(new Error('Reports are posted.'), {
            statusCode: 405,
          });
        },
      });
      done();
    });
  }
}

/** Format of correlation ids from our pages; other clients may choose others. */
const OWN_CORRELATION_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Scrubs again, because the endpoint is public. */
function logError(request: FastifyRequest, view: string, error: BrowserError, page: string): void {
  const text = (value: string) => scrubbed(value, REPORT_LIMITS.text);
  const { correlation_id: failedCall = '', version = '', stack = [] } = error;
  request.log.warn(
    {
      // The id of the failed call, so that one search finds both sides.
      correlation_id: OWN_CORRELATION_ID.test(failedCall) ? failedCall : request.id,
      view,
      remote: text(error.remote),
      version: OWN_VERSION.test(version) ? version : undefined,
      kind: text(error.kind),
      where: text(error.where),
      error: text(error.name),
      message: scrubbed(error.message, REPORT_LIMITS.message),
      stack: stack.filter((frame) => OWN_FRAME.test(frame)),
      page,
    },
    'browser error',
  );
}
