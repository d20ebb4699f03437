import { loadStartup, parseEntries } from './load-startup';

const manifest = {
  id: 'campaigns',
  container: 'tomekeeper_campaigns',
  requires: '^1.0',
  routes: [{ path: '/home', access: 'public' }],
  entry: 'entry.js',
};
const entry = { id: 'campaigns', version: '1', base_url: '/remotes/campaigns/1/', manifest };

const config = {
  environment: 'local',
  identity: { user_pool_id: 'p', user_pool_client_id: 'c' },
  robot_check: { provider: 'none' },
  limits: { max_upload_mb: 200 },
  password_policy: {
    min_length: 8,
    max_length: 256,
    require_uppercase: true,
    require_lowercase: true,
    require_numbers: true,
    require_symbols: false,
  },
};

const answering = (answers: Record<string, unknown>) =>
  jest.fn(async (path: unknown) => {
    const answer = answers[String(path)];
    return { ok: answer !== undefined, status: 503, json: async () => answer } as Response;
  });

describe('the registry', () => {
  it('reads an entry, filling in what a manifest may leave out', () => {
    const report = jest.fn();
    expect(parseEntries([entry], report)).toEqual([
      { ...entry, manifest: { ...manifest, nav: [], widgets: [] } },
    ]);
    expect(report).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing', null],
    ['a word', 'campaigns'],
    ['a manifest without routes', { ...entry, manifest: { ...manifest, routes: undefined } }],
    ['a route without a path', { ...entry, manifest: { ...manifest, routes: [{}] } }],
  ])('a broken entry (%s) costs only itself and is reported', (_, broken) => {
    const report = jest.fn();
    expect(parseEntries([broken, entry], report)).toHaveLength(1);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('ignores fields that a newer registry adds', () => {
    expect(parseEntries([{ ...entry, canary: '10%' }], jest.fn())).toHaveLength(1);
  });
});

describe('the start', () => {
  it('fetches configuration and registry at the same time', async () => {
    const fetch = answering({
      '/config.json': config,
      '/registry/remotes.json': { remotes: [entry] },
    });
    const startup = await loadStartup(jest.fn(), fetch);
    expect(startup.config.limits.max_upload_mb).toBe(200);
    expect(startup.entries.map(({ id }) => id)).toEqual(['campaigns']);
  });

  it('fails when either does not answer or makes no sense', async () => {
    const remotes = { remotes: [] };
    await expect(
      loadStartup(jest.fn(), answering({ '/registry/remotes.json': remotes })),
    ).rejects.toThrow('/config.json answered 503.');
    await expect(
      loadStartup(jest.fn(), answering({ '/config.json': {}, '/registry/remotes.json': remotes })),
    ).rejects.toThrow('config.json.environment is not a text.');
  });
});
