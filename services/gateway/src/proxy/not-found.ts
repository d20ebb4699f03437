import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError } from '@tomekeeper/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * Prefixes below which the shell's page must never answer: a program that requests data would take it for
 * data, and probes and metrics of a process are on its internal port only.
 */
const NO_PAGES = ['/api', '/remotes', '/registry', '/health', '/metrics', '/internal'];

/** Where requests go whose path has no spelling of ours. */
export const NOT_FOUND_PATH = '/api/no-such-path';

/** Everything below these prefixes that no other route takes is 404. */
export function registerNotFound(fastify: FastifyInstance): void {
  const notFound = () => {
    throw new DomainError('not-found', GENERAL_CODES.notFound, 'There is nothing at this address.');
  };
  for (const prefix of NO_PAGES) {
    fastify.get(prefix, notFound);
    // Files of remotes have a catch-all of their own, which answers 404 by itself.
    if (prefix !== '/remotes') fastify.all(`${prefix}/*`, notFound);
  }
}
