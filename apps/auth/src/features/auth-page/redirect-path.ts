const HOME = '/home';
/** Excluded as targets: signed-in users would only see that they are signed in. */
const AUTH_PATHS = ['/login', '/signup', '/forgot-password'];

/**
 * Where to go after sign-in: the `redirect` parameter when it is a path of this site, else the
 * campaigns. Anything that a browser could read as another site's address counts as absent.
 */
export function redirectPath(search: string): string {
  return wantedPath(search) ?? HOME;
}

/** A path of this remote that keeps the wish to return, and adds more to the query. */
export function withRedirect(path: string, search: string, more: Record<string, string> = {}) {
  const wanted = wantedPath(search);
  const query = new URLSearchParams({ ...more, ...(wanted && { redirect: wanted }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

function wantedPath(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('redirect');
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return undefined;
  const base = 'https://this-site.invalid';
  if (!URL.canParse(wanted, base)) return undefined;
  const url = new URL(wanted, base);
  // Browsers drop tabs and line breaks, read \ as / and resolve '/..//', so the check uses the
  // parsed URL.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  if (AUTH_PATHS.includes(url.pathname.replace(/\/+$/, ''))) return undefined;
  return url.pathname + url.search + url.hash;
}
