import type { RegistryEntry } from '@tomekeeper/contracts-federation';

/** The pattern of the page at a path (`/campaigns/:id`); `other` where no remote knows it. */
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

/** Of `/campaigns/new` and `/campaigns/:id` the former is meant. */
const openness = (pattern: string) => (pattern === '*' ? 100 : pattern.split(':').length);

/** A path of the API without what it is asked about: `/api/campaigns/:id/`. */
export function callPattern(address: string): string {
  const { pathname } = new URL(address, location.origin);
  return pathname.replaceAll(/[^/]+/g, (part) => (/^[a-z-]{1,24}$/.test(part) ? part : ':id'));
}
