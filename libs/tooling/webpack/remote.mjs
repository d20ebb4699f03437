import { baseConfig } from './base.mjs';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.mjs';
import { leanFederationRuntime } from './lean-runtime.mjs';
import { remoteFederation } from './sharing.mjs';

/**
 * A remote: a flat folder that works from wherever it is served.
 * @param {{ project: string, dist: string, watch: boolean, container: string, sourceHash: string, isFirstVisit: boolean }} build
 *   `sourceHash` tells versions of one remote apart that meet in one page; `isFirstVisit` says that its pages are
 *   what strangers load first
 * @returns {import('webpack').Configuration}
 */
export function remoteConfig({ project, dist, watch, container, sourceHash, isFirstVisit }) {
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
    optimization: {
      ...base.optimization,
      // By default pages keep a copy each of what they share below 20 kB, which is most of ours. What strangers load
      // first stays in as few files as can be.
      ...(isFirstVisit ? {} : { splitChunks: { chunks: 'async', minSize: 6_000 } }),
    },
    plugins: [
      ...(base.plugins ?? []),
      ...leanFederationRuntime(),
      ...(watch ? [] : [new ChunkIntegrityPlugin({ listed: isFirstVisit })]),
      remoteFederation({ container, filename: watch ? 'entry.js' : 'entry.[contenthash:8].js' }),
    ],
  };
}
