import type { RegistryEntry } from '@tomekeeper/contracts-federation';

const SCRIPT = '/static/js/service-worker.js';
const STORE = 'tomekeeper-pages';
/** The first text of a page on a slow phone needs the connection until then. */
const START_AFTER_MS = 3_000;
/** Statuses by which an operator withdraws the worker; browsers alone would keep it. */
const WITHDRAWN = [404, 410];

/** Registers the service worker of signed-in pages, or removes a withdrawn one. */
export async function registerServiceWorker(entries: readonly RegistryEntry[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await new Promise((resolve) => setTimeout(resolve, START_AFTER_MS));
  const { status } = await fetch(SCRIPT, { method: 'HEAD' });
  if (WITHDRAWN.includes(status)) return removeServiceWorker();
  const query = new URLSearchParams(areasOf(entries).map((area) => ['area', area]));
  await navigator.serviceWorker.register(`${SCRIPT}?${query}`, { scope: '/' });
}

/** Removes the worker and its store, at sign-out. */
export async function removeServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  registration.active?.postMessage('sign-out');
  await registration.unregister();
  await caches.delete(STORE);
}

/** First segments of the paths that need a session or are linked for people who have one. */
function areasOf(entries: readonly RegistryEntry[]): string[] {
  const paths = entries.flatMap(({ manifest: { routes, nav } }) => [
    ...routes.filter(({ access }) => access === 'guarded').map(({ path }) => path),
    ...nav.filter(({ show }) => show === 'signed-in').map(({ to }) => to),
  ]);
  return [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].filter(Boolean).sort();
}
