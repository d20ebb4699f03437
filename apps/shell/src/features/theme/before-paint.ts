// A separate script that runs before the first paint, to avoid a flash of the wrong theme or of the signed-out header.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('tomekeeper.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // The gateway sets the key in documents with a prerendered page.
  const { sessionKey } = root.dataset;
  if (sessionKey && localStorage.getItem(sessionKey) !== null) root.dataset.session = 'stored';
} catch {
  // Storage is unavailable: the system theme applies, and the user counts as signed out.
}
