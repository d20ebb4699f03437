const CALLS = [
  { path: '/api/documents/:document/' },
  { path: '/api/documents/:document/passages/?from=0', fragment: '' },
  { path: '/api/documents/:document/passages/?around=:fragment', fragment: '#p-' },
];
const DECLARED = {
  route: '/campaigns/:id/library/:document',
  calls: CALLS,
  userKey: 'LastAuthUser',
  tokenKey: '{user}.idToken',
};
const ADDRESS = '/campaigns/7/library/8';

/** Token that expires in so many seconds. */
const tokenFor = (seconds: number) =>
  `head.${btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds }))}.signature`;

/** Runs the script at an address. */
function run(address: string, token?: string) {
  const fetch = jest.fn<Promise<Response>, Parameters<typeof globalThis.fetch>>(
    async () => new Response(),
  );
  globalThis.fetch = fetch;
  history.replaceState(undefined, '', address);
  document.head.innerHTML = `<script type="application/json" data-calls>${JSON.stringify(DECLARED)}</script>`;
  localStorage.clear();
  if (token) {
    localStorage.setItem('LastAuthUser', 'mina');
    localStorage.setItem('mina.idToken', token);
  }
  Reflect.deleteProperty(window, 'firstCalls');
  // eslint-disable-next-line typescript/no-require-imports -- the script is no module
  jest.isolateModules(() => require('./first-calls'));
  return { fetch, first: window.firstCalls };
}

describe('first calls', () => {
  it('have the parameters of the address, and the stored token', () => {
    const token = tokenFor(3600);
    const { fetch, first } = run(ADDRESS, token);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual([
      '/api/documents/8/',
      '/api/documents/8/passages/?from=0',
    ]);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(first?.token).toBe(token);
    expect(Object.keys(first?.responses ?? {})).toEqual(first?.paths);
  });

  it('follow the fragment', () => {
    const pathsAt = (hash: string) => run(ADDRESS + hash, tokenFor(3600)).first?.paths;
    expect(pathsAt('#p-9')).toEqual(['/api/documents/8/', '/api/documents/8/passages/?around=9']);
    expect(pathsAt('#other')).toEqual(['/api/documents/8/']);
  });

  it('are left to the shell without a token that stays valid', () => {
    for (const token of [undefined, tokenFor(30), 'broken']) {
      const { fetch, first } = run(ADDRESS, token);
      expect(fetch).not.toHaveBeenCalled();
      expect(first?.paths).toHaveLength(2);
    }
  });

  it('are none with a query, which may ask for the view of another person', () => {
    expect(run(`${ADDRESS}?as=party`, tokenFor(3600)).first).toBeUndefined();
  });
});
