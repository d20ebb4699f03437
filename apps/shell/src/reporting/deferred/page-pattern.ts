import { findRoute, type RegistryEntry } from '@tomekeeper/contracts-federation';

/** Route pattern of a path (`/campaigns/:id`); `other` if no remote has a matching route. */
export const pagePattern = (path: string, remotes: readonly RegistryEntry[]): string =>
  findRoute(path, remotes)?.route.path ?? 'other';

/** API path with ids replaced by a placeholder: `/api/campaigns/:id/`. */
export function callPattern(address: string): string {
  const { pathname } = new URL(address, location.origin);
  return pathname.replaceAll(/[^/]+/g, (part) => (/^[a-z-]{1,24}$/.test(part) ? part : ':id'));
}
