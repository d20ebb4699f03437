import { baseConfig } from './base.mjs';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.mjs';
import { leanFederationRuntime } from './lean-runtime.mjs';
import { remoteFederation } from './sharing.mjs';

/**
 * A remote: a flat folder that works under any URL.
 * @param {{ project: string, dist: string, watch: boolean, container: string, sourceHash: string,
 * isFirstVisit: boolean }} build
 *   `sourceHash` distinguishes versions of one remote in the same page; `isFirstVisit` marks remotes whose
 * pages
 *   new visitors load first
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
      // Requests cost phones more than bytes: chunks below 20 kB are duplicated, and packages stay in the chunks that import them.
      // Remotes for first visits use as few files as possible.
      ...(isFirstVisit
        ? {}
        : { splitChunks: { chunks: 'async', cacheGroups: { defaultVendors: false } } }),
    },
    plugins: [
      ...(base.plugins ?? []),
      ...leanFederationRuntime(),
      ...(watch ? [] : [new ChunkIntegrityPlugin({ listed: isFirstVisit })]),
      remoteFederation({ container, filename: watch ? 'entry.js' : 'entry.[contenthash:8].js' }),
    ],
  };
}
