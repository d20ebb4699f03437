import type { FastifyInstance } from 'fastify';

/** Tells which methods a path takes, so that a wrong one is answered with 405 and not 404. */
export interface KnownMethods {
  for(path: string): string[];
}

/** Watches the routes as they are added; call it before them. */
export function watchRoutes(fastify: FastifyInstance): KnownMethods {
  const routes: { pattern: RegExp; method: string }[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return; // catch-alls take everything anyway
    const pattern = new RegExp(
      `^${url
        .replace(/\/$/, '')
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')}/?$`,
    );
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ pattern, method: one });
  });
  return {
    for: (path) => [
      ...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method)),
    ],
  };
}
