import { publicConfig, registryEntry, STARTUP_DATA_ID } from '@tomekeeper/contracts-federation';
import { DEFAULT_PASSWORD_POLICY } from '@tomekeeper/contracts-identity';
import { startupElement, withHeadElements } from './startup-element';

const CONFIG = publicConfig.parse({
  environment: 'local',
  identity: { user_pool_id: 'pool', user_pool_client_id: '</script><script>alert(1)</script>' },
  robot_check: { provider: 'none' },
  limits: { max_upload_mb: 200 },
  password_policy: DEFAULT_PASSWORD_POLICY,
});

const REMOTE = registryEntry.parse({
  id: 'auth',
  version: '1',
  base_url: '/remotes/auth/1/',
  manifest: {
    id: 'auth',
    container: 'auth',
    requires: '^1.0',
    routes: [],
    entry: 'entry.js',
    preloads: { module: [], routes: {}, session: [] },
  },
});

it('holds configuration and registry without lists of preloads, and nothing ends it early', () => {
  const element = startupElement(CONFIG, [REMOTE]);
  expect(element.match(/<\/script>/g)).toHaveLength(1);
  const json = element.slice(element.indexOf('>') + 1, element.indexOf('</script>'));
  const { preloads: _lists, ...manifest } = REMOTE.manifest;
  expect(JSON.parse(json)).toEqual({
    config: CONFIG,
    registry: { remotes: [{ ...REMOTE, manifest }] },
  });
  expect(element).toContain(`id="${STARTUP_DATA_ID}"`);
});

it('is added at the end of the head, also with replacement patterns in it', () => {
  expect(withHeadElements('<head><title>A</title></head><body>', '<i>$&</i>')).toBe(
    '<head><title>A</title><i>$&</i></head><body>',
  );
});
