import { registryEntry, type RegistryEntry } from '@tomekeeper/contracts-federation';
import { preloadTags } from './preload-tags';

const HASH = 'sha384-abc';
const file = (name: string) => ({ file: name, integrity: HASH });

/** @param more fields of the manifest */
function remote(id: string, more: object): RegistryEntry {
  return registryEntry.parse({
    id,
    version: '1',
    base_url: `/remotes/${id}/1/`,
    integrity: HASH,
    manifest: { id, container: id, requires: '^1.0', routes: [], entry: 'entry.js', ...more },
  });
}

const lists = (routes: object, session: object[] = []) => ({
  preloads: { module: [file('remote.js')], routes, session },
});

const AUTH = remote('auth', {
  session: { storage_key: 'key' },
  routes: [{ path: '/login', access: 'public' }],
  ...lists({ '/login': { files: [file('login.js')], widgets: [] } }, [file('me.js')]),
});
const CAMPAIGNS = remote('campaigns', {
  routes: [
    { path: '/campaigns/:id', access: 'guarded' },
    { path: '/campaigns/new', access: 'guarded' },
  ],
  ...lists({
    '/campaigns/:id': { files: [file('one.css')], widgets: ['documents.overview', 'gone.widget'] },
  }),
});
const DOCUMENTS = remote('documents', { widgets: ['documents.overview'], ...lists({}) });
const REMOTES = [AUTH, CAMPAIGNS, DOCUMENTS];

const addressesAt = (path: string, remotes = REMOTES) =>
  [...preloadTags(path, remotes).matchAll(/ href="\/remotes\/([^"]+)"/g)].map(([, found]) => found);

describe('preloads of a path', () => {
  it('are the remote of a public page, without the remote of the session', () => {
    expect(addressesAt('/login')).toEqual([
      'auth/1/entry.js',
      'auth/1/remote.js',
      'auth/1/login.js',
    ]);
  });

  it('are session, remote and widgets of a guarded page', () => {
    expect(addressesAt('/campaigns/7')).toEqual([
      'auth/1/entry.js',
      'auth/1/remote.js',
      'auth/1/me.js',
      'campaigns/1/entry.js',
      'campaigns/1/remote.js',
      'campaigns/1/one.css',
      'documents/1/entry.js',
      'documents/1/remote.js',
    ]);
  });

  it('begin with the shell’s files for signed-in pages on guarded pages only', () => {
    const signedIn = [file('static/js/signed-in.js')];
    expect(preloadTags('/campaigns/7', REMOTES, signedIn)).toMatch(
      /^<link rel="preload" as="script" href="\/static\/js\/signed-in.js"/,
    );
    expect(preloadTags('/login', REMOTES, signedIn)).not.toContain('signed-in');
  });

  it('are of the most specific route', () => {
    expect(addressesAt('/campaigns/new')).not.toContain('campaigns/1/one.css');
  });

  it('have the hash and the kind of each file', () => {
    const tags = preloadTags('/campaigns/7', REMOTES);
    expect(tags).toContain(
      `<link rel="preload" as="style" data-href="one.css" href="/remotes/campaigns/1/one.css" integrity="${HASH}">`,
    );
    expect(tags.match(/as="script"/g)).toHaveLength(7);
    expect(tags.match(/integrity="/g)).toHaveLength(8);
  });

  it('omit unknown paths, remotes of earlier builds, and entries without a hash', () => {
    expect(preloadTags('/elsewhere', REMOTES)).toBe('');
    const { preloads: _lists, ...manifest } = CAMPAIGNS.manifest;
    expect(addressesAt('/campaigns/7', [{ ...CAMPAIGNS, manifest }, DOCUMENTS])).toEqual([]);
    const { integrity: _hash, ...draft } = AUTH;
    expect(preloadTags('/login', [draft])).toBe('');
  });
});
