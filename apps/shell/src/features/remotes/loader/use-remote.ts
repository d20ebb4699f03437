import { useEffect, useSyncExternalStore } from 'react';
import type { RemoteLoader, RemoteState } from './remote-loader';

/** The state of a remote; showing it loads it, also when an earlier load had failed. */
export function useRemote(loader: RemoteLoader, id: string): RemoteState {
  const state = useSyncExternalStore(loader.subscribe, () => loader.state(id));
  useEffect(() => loader.enter(id), [loader, id]);
  return state;
}
