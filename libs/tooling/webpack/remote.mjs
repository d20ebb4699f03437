import { baseConfig } from './base.mjs';
import { leanFederationRuntime } from './lean-runtime.mjs';
import { remoteFederation } from './sharing.mjs';

/**
 * A remote: a flat folder that works from wherever it is served.
 * @param {{ project: string, dist: string, watch: boolean, container: string, sourceHash: string }} build
 *   `sourceHash` tells versions of one remote apart that meet in one page
 * @returns {import('webpack').Configuration}
 */
export function remoteConfig({ project, dist, watch, container, sourceHash }) {
  const base = baseConfig({
    project,
    dist,
    watch,
    // Chunks register under a global of this name: two versions must not read each other's.
    uniqueName: `${container}_${sourceHash}`,
    folder: '',
  });
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      ...(base.plugins ?? []),
      ...leanFederationRuntime(),
      remoteFederation({ container, filename: watch ? 'entry.js' : 'entry.[contenthash:8].js' }),
    ],
  };
}
