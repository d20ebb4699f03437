import { publicConfig, registry, registryEntry } from '@tomekeeper/contracts-federation';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { readConfig, readEntry, readRegistry } from './read-startup';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const entry = {
  id: 'auth',
  version: '1f3a',
  base_url: '/remotes/auth/1f3a/',
  integrity: 'sha384-abc',
  draft: true,
  manifest: {
    id: 'auth',
    container: 'tomekeeper_auth',
    requires: '^1.0',
    routes: [
      { path: '/login', access: 'public' },
      { path: '*', access: 'guarded' },
    ],
    nav: [{ label: 'Home', to: '/', order: 1.5, show: 'signed-in' }],
    campaignNav: [
      { label: 'Library', path: '/x', icon: 'book', order: 2, roles: 'all', place: 'main' },
    ],
    widgets: ['auth.badge'],
    session: { storage_key: 'x.{client_id}' },
    entry: 'entry.js',
  },
};

const config = {
  environment: 'production',
  identity: {
    user_pool_id: 'p',
    user_pool_client_id: 'c',
    user_pool_endpoint: 'http://x/idp',
    features: ['totp'],
  },
  robot_check: { provider: 'recaptcha', site_key: 'k' },
  limits: { max_upload_mb: 200 },
  password_policy: { ...createFakeShell().config.password_policy },
};

const ABSENT = Symbol('absent');
const REPLACEMENTS = [
  ABSENT,
  null,
  true,
  0,
  1.5,
  -1,
  '',
  'words',
  '/path',
  '*',
  '**',
  'Capital',
  [],
  [null],
  {},
  { path: 'x' },
];

/** The value and all its variants with one difference. */
function* variants(value: Json): Generator<unknown> {
  yield value;
  yield* REPLACEMENTS.filter((replacement) => replacement !== ABSENT);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    const withChild = (next: unknown) =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? next : item))
        : Object.fromEntries(
            Object.entries({ ...value, [name]: next }).filter(([, item]) => item !== ABSENT),
          );
    for (const replacement of REPLACEMENTS) {
      if (!(Array.isArray(value) && replacement === ABSENT)) yield withChild(replacement);
    }
    for (const variant of variants(child)) yield withChild(variant);
  }
  if (!Array.isArray(value)) yield { ...value, added_by_a_newer_version: 1 };
}

const outcome = (read: () => unknown) => {
  try {
    return { read: read() };
  } catch {
    return 'refused';
  }
};

describe('the startup configuration of the shell', () => {
  it.each([
    ['an entry of the registry', entry, readEntry, registryEntry],
    ['the configuration', config, readConfig, publicConfig],
    ['the registry', { remotes: [entry, null, 7] }, readRegistry, registry],
  ])('%s: takes and refuses exactly what the contract does', (_, sample, read, contract) => {
    const tried = { taken: 0, refused: 0 };
    for (const variant of variants(sample)) {
      const ours = outcome(() => read(variant, 'it'));
      expect({ variant, outcome: ours }).toEqual({
        variant,
        outcome: outcome(() => contract.parse(variant)),
      });
      tried[ours === 'refused' ? 'refused' : 'taken'] += 1;
    }
    expect(tried.taken).toBeGreaterThan(10);
    expect(tried.refused).toBeGreaterThan(10);
  });

  it('takes words that only a newer version knows for the most careful that it knows', () => {
    const [route] = entry.manifest.routes;
    const [link] = entry.manifest.nav;
    const manifest = {
      ...entry.manifest,
      routes: [{ ...route, access: 'invited' }],
      nav: [{ ...link, show: 'sometimes' }],
    };
    expect(readEntry({ ...entry, manifest }, 'entry').manifest).toMatchObject({
      routes: [{ access: 'guarded' }],
      nav: [{ show: 'signed-in' }],
    });
    const newer = {
      ...config,
      environment: 'staging',
      identity: { ...config.identity, features: ['telepathy', 'totp'] },
      robot_check: { provider: 'riddles' },
    };
    expect(readConfig(newer, 'config')).toMatchObject({
      environment: 'production',
      identity: { features: ['telepathy', 'totp'] },
      robot_check: { provider: 'none' },
      limits: config.limits,
    });
  });

  it('says where it stumbled', () => {
    const broken = {
      ...entry,
      manifest: { ...entry.manifest, routes: [{ path: '/a', access: 1 }] },
    };
    expect(() => readEntry(broken, 'entry')).toThrow(
      'entry.manifest.routes[0].access is not a text.',
    );
  });
});
