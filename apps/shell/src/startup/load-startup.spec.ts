import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { loadStartup, parseEntries } from './load-startup';

const manifest = {
  id: 'campaigns',
  container: 'tomekeeper_campaigns',
  requires: '^1.0',
  routes: [{ path: '/home', access: 'public' }],
  entry: 'entry.js',
};
const entry = { id: 'campaigns', version: '1', base_url: '/remotes/campaigns/1/', manifest };

const { config } = createFakeShell();

const answering = (answers: Record<string, unknown>) =>
  jest.fn(async (path: unknown) => {
    const answer = answers[String(path)];
    return { ok: answer !== undefined, status: 503, json: async () => answer } as Response;
  });

describe('the registry', () => {
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
    ).rejects.toThrow('/config.json returned 503.');
    await expect(
      loadStartup(jest.fn(), answering({ '/config.json': {}, '/registry/remotes.json': remotes })),
    ).rejects.toThrow('config.json.environment is not a text.');
  });
});
