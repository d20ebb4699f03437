import type { RegistryEntry, RemoteRoute } from './registry';

/** A route and the remote that declares it. */
export interface FoundRoute {
  route: RemoteRoute;
  remote: RegistryEntry;
}

/** The most specific route of a path: `/campaigns/new` wins over `/campaigns/:id`, and any over `*`. */
export function findRoute(path: string, remotes: readonly RegistryEntry[]): FoundRoute | undefined {
  const found = remotes.flatMap((remote) =>
    remote.manifest.routes
      .filter((route) => matches(route.path, path))
      .map((route) => ({ route, remote })),
  );
  return found.sort((one, other) => openness(one.route.path) - openness(other.route.path))[0];
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

/** Lower is more specific. */
const openness = (pattern: string) => (pattern === '*' ? 100 : pattern.split(':').length);
