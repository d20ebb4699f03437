import { createFakeShell, describeConformance } from '@tomekeeper/remote-kit/testing';
import { auth } from '../remote.config';
import * as remote from './remote';

const { create } = remote;

describeConformance({ config: auth, module: remote });

it('reads its tokens under the key that the manifest declares', async () => {
  const shell = createFakeShell();
  const clientId = shell.config.identity.user_pool_client_id;
  const key = auth.session?.storage_key.replace('{client_id}', clientId) ?? '';
  localStorage.setItem(key, 'mina');
  create(shell).session?.forget();
  expect(localStorage.getItem(key)).toBeNull();
});
