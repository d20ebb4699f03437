import type { RemoteManifest } from '@tomekeeper/contracts-federation';

/** `remote.config.ts` of a remote: its manifest without the fields that the build adds. */
export type RemoteConfig = Omit<RemoteManifest, 'entry' | 'container' | 'campaignNav'> &
  Partial<Pick<RemoteManifest, 'campaignNav'>>;

/** Identity function that types the configuration. */
export function defineRemote(config: RemoteConfig): RemoteConfig {
  return config;
}
