import type { RegistryEntry, StartupData } from '@tomekeeper/contracts-federation';

/** The registry as browsers get it. */
export const publicRegistry = (remotes: readonly RegistryEntry[]): StartupData['registry'] => ({
  remotes: remotes.map(withoutPreloads),
});

/** Only the gateway uses the lists. */
const withoutPreloads = ({ manifest, ...entry }: RegistryEntry): RegistryEntry => {
  const { preloads: _preloads, ...rest } = manifest;
  return { ...entry, manifest: rest };
};
