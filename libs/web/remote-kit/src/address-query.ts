/** Replaces the URL's fragment without notifying the router. */
export function writeHash(hash: string): void {
  const { history, location } = window;
  if (location.hash !== hash)
    history.replaceState(history.state, '', location.pathname + location.search + hash);
}

/**
 * Updates query parameters; undefined and empty values remove them. Bypasses the router, which would treat the change as a
 * navigation and scroll the window; the history entry keeps its key.
 */
export function writeQuery(change: Readonly<Record<string, string | undefined>>): void {
  const { history, location } = window;
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change))
    if (value) query.set(name, value);
    else query.delete(name);
  const search = query.size > 0 ? `?${query}` : '';
  if (search === location.search) return;
  history.replaceState(history.state, '', location.pathname + search + location.hash);
}
