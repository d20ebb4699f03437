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
  // Storage is closed to this site: the system's theme it is, and nobody is signed in.
}

// In documents that bring a page along the gateway marks the app's scripts as late, for running React would
// keep the first paint waiting. In the background nothing is painted: there they run after a second.
{
  const runLate = () =>
    document.querySelectorAll<HTMLScriptElement>('script[type=late]').forEach((late) => {
      // With its hash, which the new element has to carry too.
      const script = late.cloneNode() as HTMLScriptElement;
      script.type = '';
      script.async = false; // in their order
      late.replaceWith(script);
    });
  new PerformanceObserver(runLate).observe({ type: 'paint', buffered: true });
  setTimeout(runLate, 1_000);
}
