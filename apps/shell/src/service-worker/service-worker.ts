// Service worker of signed-in pages. Imports nothing, because the build minifies this file alone (`DocumentPlugin`).
// Without one, a document's text takes three round trips: document, settings and registry, data.
{
  /** Fields that TypeScript's types of windows lack. */
  interface WorkerEvent extends Event {
    waitUntil(work: Promise<unknown>): void;
  }
  interface InstallEvent extends WorkerEvent {
    addRoutes?(rule: object): Promise<void>;
  }
  interface FetchEvent extends WorkerEvent {
    request: Request;
    clientId: string;
    resultingClientId: string;
    preloadResponse: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  }
  /** A page load whose document the worker sent. */
  interface Load {
    /** Whether the document came from the store. */
    isSlow: boolean;
    /** Paths of `DATA` that the page has not requested yet. */
    data: Set<string>;
  }
  const worker = self as unknown as {
    registration: ServiceWorkerRegistration;
    skipWaiting(): Promise<void>;
    addEventListener<E>(type: string, listener: (event: E) => void): void;
  };

  const STORE = 'tomekeeper-pages';
  /** A response of the network that arrives by then wins. */
  const WAIT_MS = 250;
  const MAX_LOADS = 20;
  const DATA = ['/config.json', '/registry/remotes.json'];
  const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

  /** First segments of signed-in paths. The shell passes them, because only the registry knows them. */
  const areas = new URLSearchParams(location.search).getAll('area');
  /** Page loads by client. */
  const loads = new Map<string, Load>();
  let isSignedOut = false;

  const store = () => caches.open(STORE);

  worker.addEventListener<InstallEvent>('install', (event) => {
    // Where browsers can, calls bypass the worker's thread.
    const api = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
    event.waitUntil(event.addRoutes?.(api).catch(() => {}) ?? Promise.resolve());
    event.waitUntil(worker.skipWaiting());
  });

  worker.addEventListener<WorkerEvent>('activate', (event) => {
    event.waitUntil(worker.registration.navigationPreload?.enable());
  });

  worker.addEventListener<MessageEvent & WorkerEvent>('message', (event) => {
    isSignedOut = true;
    loads.clear();
    event.waitUntil(caches.delete(STORE));
  });

  worker.addEventListener<FetchEvent>('fetch', (event) => {
    const { request, clientId } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (isSignedOut || request.method !== 'GET' || origin !== location.origin) return;
    if (request.mode === 'navigate') {
      if (areas.includes(pathname.split('/')[1] ?? ''))
        event.respondWith(openPage(event, pathname));
      return;
    }
    const load = loads.get(clientId);
    // Once per load: later requests check whether a remote has a newer version.
    if (!load?.data.delete(pathname + search)) return;
    const network = renew(event, pathname, fetch(request.url));
    if (load.isSlow) event.respondWith(findStored(pathname).then((stored) => stored ?? network));
  });

  /** The stored document if the network is late; on a faster network, the worker answers nothing else. */
  async function openPage(event: FetchEvent, pathname: string): Promise<Response> {
    // Documents of one route are equal, and ids stay out of the store.
    const key = pathname.replace(IDS, ':id');
    const network = renew(
      event,
      key,
      event.preloadResponse.then((response) => response ?? fetch(event.request)),
    );
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
    const stored = await findStored(key);
    const first = stored ? await Promise.race([network, late]) : await network;
    loads.set(event.resultingClientId, { isSlow: !first, data: new Set(DATA) });
    const [oldest] = loads.keys();
    if (loads.size > MAX_LOADS && oldest !== undefined) loads.delete(oldest);
    return first ?? stored ?? network;
  }

  const findStored = async (key: string) => (await store()).match(key);

  /** Stores a response for the next load. */
  function renew(event: FetchEvent, key: string, network: Promise<Response>): Promise<Response> {
    event.waitUntil(network.then((response) => keep(key, response)).catch(() => {}));
    return network;
  }

  async function keep(key: string, response: Response): Promise<void> {
    if (isSignedOut || response.status !== 200 || response.redirected) return;
    const copy = response.clone();
    await (await store()).put(key, copy);
  }
}
