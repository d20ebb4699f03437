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
  const worker = self as unknown as {
    registration: ServiceWorkerRegistration;
    skipWaiting(): Promise<void>;
    addEventListener<E>(type: string, listener: (event: E) => void): void;
  };

  const STORE = 'tomekeeper-pages';
  /** A response of the network that arrives by then wins. */
  const WAIT_MS = 250;
  const MAX_ASSETS = 300;
  const MAX_LOADS = 20;
  const DATA = ['/config.json', '/registry/remotes.json'];
  const HASHED_FILE = /^\/(static|remotes)\/.+\.[0-9a-f]{8}\.\w+$/;
  const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

  /** First segments of signed-in paths. The shell passes them, because only the registry knows them. */
  const areas = new URLSearchParams(location.search).getAll('area');
  /** Responses for the page of a client, requested together with its document. */
  const loads = new Map<string, Map<string, Promise<Response>>>();
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
    const data = load?.get(pathname + search);
    // Once per load: later requests check whether a remote has a newer version.
    load?.delete(pathname + search);
    if (data) event.respondWith(data);
    else if (load && HASHED_FILE.test(pathname)) event.respondWith(findFile(event));
  });

  /** Settings and registry are requested now, so that they share the document's deadline. */
  function openPage(event: FetchEvent, pathname: string): Promise<Response> {
    const data = DATA.map((path) => [path, freshOrStored(event, path, fetch(path))] as const);
    for (const [, response] of data) response.catch(() => {}); // The page shows the error.
    loads.set(event.resultingClientId, new Map(data));
    const [oldest] = loads.keys();
    if (loads.size > MAX_LOADS && oldest !== undefined) loads.delete(oldest);
    const network = event.preloadResponse.then((response) => response ?? fetch(event.request));
    // Documents of one route are equal, and ids stay out of the store.
    return freshOrStored(event, pathname.replace(IDS, ':id'), network);
  }

  /** The stored response if the network is late; the next load gets the network's. */
  async function freshOrStored(
    event: FetchEvent,
    key: string,
    network: Promise<Response>,
  ): Promise<Response> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
    event.waitUntil(network.then((response) => keep(key, response)).catch(() => {}));
    const stored = await (await store()).match(key);
    const first = stored ? await Promise.race([network, late]) : undefined;
    return first ?? stored ?? network;
  }

  async function findFile(event: FetchEvent): Promise<Response> {
    const { pathname } = new URL(event.request.url);
    const stored = await (await store()).match(pathname);
    if (stored) return stored;
    const response = await fetch(event.request);
    event.waitUntil(keep(pathname, response).then(prune));
    return response;
  }

  async function keep(key: string, response: Response): Promise<void> {
    if (isSignedOut || response.status !== 200 || response.redirected) return;
    const copy = response.clone();
    await (await store()).put(key, copy);
  }

  /** Deletes the oldest files of earlier versions. */
  async function prune(): Promise<void> {
    const files = await (await store()).keys();
    const hashed = files.filter(({ url }) => HASHED_FILE.test(new URL(url).pathname));
    for (const file of hashed.slice(0, -MAX_ASSETS)) await (await store()).delete(file);
  }
}
