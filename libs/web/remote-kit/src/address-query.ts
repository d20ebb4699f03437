/** Changes the part of the address that leads into the page, past the router as well. */
export function writeHash(hash: string): void {
  const { history, location } = window;
  if (location.hash !== hash)
    history.replaceState(history.state, '', location.pathname + location.search + hash);
}

/**
 * Changes the query of the address; what is undefined or empty goes from it. Past the router, which would take it for a
 * navigation and scroll the window: the entry of the history stays the one that it knows.
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
