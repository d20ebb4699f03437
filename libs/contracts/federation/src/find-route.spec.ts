import { findRoute } from './find-route';
import type { RegistryEntry } from './registry';

const remoteWith = (id: string, ...paths: string[]) =>
  ({
    id,
    manifest: { routes: paths.map((path) => ({ path, access: 'public' })) },
  }) as unknown as RegistryEntry;

const REMOTES = [
  remoteWith('pages', '*', '/'),
  remoteWith('campaigns', '/campaigns/:id', '/campaigns/new'),
  remoteWith('documents', '/campaigns/:id/library/:document'),
];

it.each([
  ['/', 'pages', '/'],
  ['/campaigns/new', 'campaigns', '/campaigns/new'],
  ['/campaigns/7/', 'campaigns', '/campaigns/:id'],
  ['/campaigns/7/library/8', 'documents', '/campaigns/:id/library/:document'],
  ['/campaigns/7/library', 'pages', '*'],
])('%s is a page of %s by %s', (path, id, pattern) => {
  const found = findRoute(path, REMOTES);
  expect([found?.remote.id, found?.route.path]).toEqual([id, pattern]);
});

it('finds nothing without a fallback', () => {
  expect(findRoute('/elsewhere', REMOTES.slice(1))).toBeUndefined();
});
