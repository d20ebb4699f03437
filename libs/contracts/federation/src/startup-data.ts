import type { PublicConfig } from './public-config';
import type { RegistryEntry } from './registry';

/** Id of the JSON element with which the gateway sends `StartupData` in every document of the shell. */
export const STARTUP_DATA_ID = 'startup-data';

/** Data that the shell needs to start: the contents of `/config.json` and `/registry/remotes.json`. */
export interface StartupData {
  config: PublicConfig;
  registry: { remotes: RegistryEntry[] };
}
