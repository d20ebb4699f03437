/** Passes on the first of many, and then one in so many milliseconds. */
export function throttled<Value>(
  everyMs: number,
  tell: (what: Value) => void,
): (what: Value) => void {
  let quietUntil = -Infinity;
  return (what) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + everyMs;
    tell(what);
  };
}
