import { useEffect, useSyncExternalStore } from 'react';
import type { RemoteLoader, RemoteState } from './remote-loader';

/** State of a remote. Rendering loads it, also after an earlier failure. */
export function useRemote(loader: RemoteLoader, id: string): RemoteState {
  const state = useSyncExternalStore(loader.subscribe, () => loader.state(id));
  useEffect(() => loader.enter(id), [loader, id]);
  return state;
}
