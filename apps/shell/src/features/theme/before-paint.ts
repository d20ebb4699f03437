// Runs before the first paint, as a script of its own: neither a remembered theme nor a remembered person
// must flash the other.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('tomekeeper.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // The gateway names the key in documents that bring a page along.
  const { sessionKey } = root.dataset;
  if (sessionKey && localStorage.getItem(sessionKey) !== null) root.dataset.session = 'stored';
} catch {
  // Storage is closed to this site: the system's theme applies, and the user counts as signed out.
}
