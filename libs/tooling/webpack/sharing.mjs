import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

/**
 * Shares only packages that must exist once per page; all others are bundled per remote, because shared
 * packages can't be tree-shaken. `react/jsx-runtime` is stateless; only the shell uses `react-dom/client`,
 * which reaches `react-dom` through the share.
 */
const SINGLETONS = ['react', 'react-dom'];
const REACT_RANGE = '^19.0.0';

/** Chunk name of the exposed module. */
export const EXPOSED_CHUNK = 'remote';

/**
 * The shell: provides React (at once, so that its own start needs no extra round trip) and the one
 * federation runtime of the page. Which remotes exist it learns from the registry alone.
 */
export const hostFederation = () =>
  new ModuleFederationPlugin({
    ...common('tomekeeper_shell'),
    remotes: {},
    shared: shared({ eager: true }),
    runtimePlugins: [provideRuntimePlugin()],
    experiments: { optimization: OPTIMIZATION },
  });

/**
 * A remote: one exposed module, with the shell's React and no fallback copy.
 * @param {{ container: string, filename: string }} remote
 */
export const remoteFederation = ({ container, filename }) =>
  new ModuleFederationPlugin({
    ...common(container),
    filename,
    exposes: { './remote': { import: './src/remote.tsx', name: EXPOSED_CHUNK } },
    shared: shared({ import: false }),
    experiments: {
      externalRuntime: true,
      optimization: OPTIMIZATION,
    },
  });

/**
 * The runtime shares React only; the shell loads remotes
 * (`apps/shell/src/features/remotes/loader/federation.ts`) by `remote.json`. The runtime's own snapshot and
 * remote loading are excluded from the bundles.
 */
const OPTIMIZATION = { disableSnapshot: true, disableRemote: true, target: 'web' };

/**
 * Puts the shell's federation runtime where remotes built with `externalRuntime` look for it. The
 * option `provideExternalRuntime` does the same with the CommonJS file, which brings the whole
 * runtime into the shell a second time.
 */
function provideRuntimePlugin() {
  const enhanced = createRequire(import.meta.url).resolve('@module-federation/enhanced');
  return createRequire(enhanced)
    .resolve('@module-federation/inject-external-runtime-core-plugin')
    .replace(/\.cjs$/, '.js');
}

/** @param {string} name */
const common = (name) => ({
  name,
  // With the default, `version-first`, one dead remote blanks the whole shell.
  shareStrategy: 'loaded-first',
  manifest: false,
  dts: false,
  dev: false,
  virtualRuntimeEntry: true,
});

/** @param {Record<string, unknown>} options */
const shared = (options) =>
  Object.fromEntries(
    SINGLETONS.map((name) => [name, { singleton: true, requiredVersion: REACT_RANGE, ...options }]),
  );
