import type { RemoteManifest } from '@tomekeeper/contracts-federation';

/** `remote.config.ts` of a remote: its manifest without what the build adds. */
export type RemoteConfig = Omit<RemoteManifest, 'entry' | 'container'>;

/** Gives the configuration its type. */
export function defineRemote(config: RemoteConfig): RemoteConfig {
  return config;
}
