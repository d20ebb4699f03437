import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { auth } from '../remote.config';
import { create } from './remote';

it('brings a page for every path of its manifest, and the session', () => {
  const remote = create(createFakeShell());
  expect(remote.routes.map((route) => route.path)).toEqual(auth.routes.map((route) => route.path));
  expect(remote.session).toBeDefined();
  remote.dispose?.();
});

it('reads its tokens under the key that the manifest declares', async () => {
  const shell = createFakeShell();
  const clientId = shell.config.identity.user_pool_client_id;
  const key = auth.session?.storage_key.replace('{client_id}', clientId) ?? '';
  localStorage.setItem(key, 'mina');
  create(shell).session?.forget();
  expect(localStorage.getItem(key)).toBeNull();
});
