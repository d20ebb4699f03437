/* global requestAnimationFrame, window -- used by functions that run in the page */

/** Runs in the page, before anything of it. */
export function watchTasks() {
  /** @type {PerformanceEntry[]} */
  const tasks = [];
  Reflect.set(window, 'longTasks', tasks);
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
}

/** Runs in the page until it is scrolled. */
export async function watchFrames() {
  const tasks = /** @type {PerformanceEntry[]} */ (Reflect.get(window, 'longTasks'));
  const began = performance.now();
  let isOver = false;
  window.addEventListener('bench-scrolled', () => (isOver = true), { once: true });
  const frames = [];
  for (let last = began; !isOver;) {
    const now = await new Promise(requestAnimationFrame);
    if (now > last) frames.push(now - last);
    last = now;
  }
  const taskMs = Math.max(
    0,
    ...tasks.filter(({ startTime }) => startTime >= began).map(({ duration }) => duration),
  );
  return { frames, taskMs };
}

/** @param {number[]} values */
export const p95 = (values) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
