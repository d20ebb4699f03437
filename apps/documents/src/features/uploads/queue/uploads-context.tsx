import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import type { TrayContent, Uploads } from './uploads';

const UploadsContext = createContext<Uploads | undefined>(undefined);

/** Provides a page or widget with the uploads of its remote. */
export function withUploads<Props extends object>(
  uploads: Uploads,
  Component: ComponentType<Props>,
): ComponentType<Props> {
  return function WithUploads(props) {
    return (
      <UploadsContext value={uploads}>
        <Component {...props} />
      </UploadsContext>
    );
  };
}

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('useUploads() needs withUploads() around its page.');
  return uploads;
}

export function useTrayContent(): TrayContent {
  const { subscribe, content } = useUploads();
  return useSyncExternalStore(subscribe, content);
}
