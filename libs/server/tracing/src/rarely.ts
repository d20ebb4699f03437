/** Passes on the first of many, and then one in so many milliseconds. */
export function rarely<Told>(everyMs: number, tell: (what: Told) => void): (what: Told) => void {
  let quietUntil = -Infinity;
  return (what) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + everyMs;
    tell(what);
  };
}
