import type { RemoteManifest, RemoteRoute } from '@tomekeeper/contracts-federation';

/** A route with its preloads. */
interface RouteConfig extends RemoteRoute {
  /** Names of the chunks (`webpackChunkName`) that the first text of the page needs. */
  chunks?: readonly string[];
  /** Widgets of other remotes that the page shows first. */
  preloadedWidgets?: readonly string[];
}

/** `remote.config.ts` of a remote: its manifest without the fields that the build adds. */
export type RemoteConfig = Omit<
  RemoteManifest,
  'entry' | 'container' | 'campaignNav' | 'files' | 'preloads' | 'routes' | 'session'
> &
  Partial<Pick<RemoteManifest, 'campaignNav'>> & {
    routes: readonly RouteConfig[];
    /** `chunks`: needed to check a session. */
    session?: RemoteManifest['session'] & { chunks?: readonly string[] };
  };

/** Identity function that types the configuration. */
export function defineRemote(config: RemoteConfig): RemoteConfig {
  return config;
}
