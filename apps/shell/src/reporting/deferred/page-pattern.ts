import type { RegistryEntry } from '@tomekeeper/contracts-federation';

/** Route pattern of a path (`/campaigns/:id`); `other` if no remote has a matching route. */
export function pagePattern(path: string, remotes: readonly RegistryEntry[]): string {
  const patterns = remotes.flatMap(({ manifest }) => manifest.routes.map((route) => route.path));
  return (
    patterns
      .filter((pattern) => matches(pattern, path))
      .sort((one, other) => openness(one) - openness(other))[0] ?? 'other'
  );
}

const segments = (path: string) => path.split('/').filter(Boolean);

function matches(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  const [wanted, given] = [segments(pattern), segments(path)];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

/** Lower is more specific: `/campaigns/new` wins over `/campaigns/:id`. */
const openness = (pattern: string) => (pattern === '*' ? 100 : pattern.split(':').length);

/** API path with ids replaced by a placeholder: `/api/campaigns/:id/`. */
export function callPattern(address: string): string {
  const { pathname } = new URL(address, location.origin);
  return pathname.replaceAll(/[^/]+/g, (part) => (/^[a-z-]{1,24}$/.test(part) ? part : ':id'));
}
