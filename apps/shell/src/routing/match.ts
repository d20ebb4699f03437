import { parse } from 'regexparam';

/** Of several patterns that fit one path the most exact one counts, segment by segment. */
const worthOf = (segment: string) => (segment === '*' ? -1 : segment.startsWith(':') ? 1 : 4);
const rankOf = ({ path }: { path: string }) =>
  path.split('/').reduce((rank, segment) => rank + (segment ? worthOf(segment) : 0), 0);

/** The route of a path, of equals the first, with what the path has in the places of its parameters. */
export function matchRoute<Route extends { path: string }>(
  routes: readonly Route[],
  pathname: string,
): { route: Route; params: Record<string, string> } | undefined {
  const ranked = [...routes].sort((one, other) => rankOf(other) - rankOf(one));
  for (const route of ranked) {
    const { pattern, keys } = parse(route.path);
    const values = pattern.exec(pathname)?.slice(1);
    if (values)
      return {
        route,
        params: Object.fromEntries(keys.map((key, index) => [key, decoded(values[index] ?? '')])),
      };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
