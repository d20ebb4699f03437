interface FirstCalls {
  /** API paths that the page requests first. */
  paths: string[];
  /** ID token with which the responses were requested. */
  token?: string;
  responses: Record<string, Promise<Response>>;
}

// eslint-disable-next-line no-unused-vars -- a script without imports declares globals this way
interface Window {
  firstCalls?: FirstCalls | undefined;
}

/** Content of the gateway's `data-calls` element. */
interface DeclaredCalls {
  /** Route of the page. */
  route: string;
  calls: { path: string; fragment?: string }[];
  /** Local storage keys of the last user, and of the ID token, with `{user}`. */
  userKey: string;
  tokenKey?: string;
}

// Sends the calls that a route declares while the shell and the remotes load; `early-calls.ts` hands the responses over. The
// gateway inlines it on guarded pages, so it cannot import. Pages with a query request other data, such as that of an impersonated viewer.
try {
  /** Tokens with less time left are refreshed first. */
  const MIN_LEFT_MS = 60_000;
  const { hash, pathname, search } = location;
  const element = document.querySelector<HTMLScriptElement>('[data-calls]');
  if (element && !search) {
    const { route, calls, userKey, tokenKey } = JSON.parse(element.text) as DeclaredCalls;
    const segments = pathname.split('/');
    const params = new Map(route.split('/').map((name, index) => [name, segments[index] ?? '']));
    const paths = calls.flatMap(({ path, fragment = hash && '#' }) => {
      if (fragment ? !hash.startsWith(fragment) : hash) return [];
      params.set(':fragment', encodeURIComponent(hash.slice(fragment.length)));
      return path.replace(/:\w+/g, (name) => params.get(name) ?? '');
    });
    const first: FirstCalls = { paths, responses: {} };
    window.firstCalls = first;
    const user = localStorage.getItem(userKey);
    const token =
      (user && tokenKey && localStorage.getItem(tokenKey.replace('{user}', user))) || '';
    const [, claims = ''] = token.split('.');
    const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp: number;
    };
    if (exp * 1000 - Date.now() > MIN_LEFT_MS) {
      first.token = token;
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
      for (const path of paths) {
        const response = fetch(path, { headers, credentials: 'omit' });
        first.responses[path] = response;
        // The remote's own request shows the error.
        response.catch(() => undefined);
      }
    }
  }
} catch {
  // Without storage or a valid token, the shell sends the calls once it knows the session.
}
