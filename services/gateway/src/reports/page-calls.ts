import type { FastifyRequest } from 'fastify';
import { ROUTES } from '../proxy/route-table';

const TO_SERVICES = new Set(ROUTES.flatMap(({ prefix }) => [prefix, `${prefix}/*`]));

/**
 * Whether a page of ours asks a service, and may tell how long it took. Browsers say so themselves, and so they do
 * where a person doesn't want to be measured.
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
