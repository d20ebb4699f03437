// Runs before the first paint, as a script of its own: a remembered theme must not flash the other.
try {
  const theme = localStorage.getItem('tomekeeper.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this site: the system's theme it is.
}
