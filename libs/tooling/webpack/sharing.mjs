import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

/**
 * Only what must exist once in a page is shared; everything else is bundled per remote, because a
 * shared package can't be tree-shaken. `react/jsx-runtime` keeps no state, and `react-dom/client` is
 * the shell's alone and reaches `react-dom` through the share.
 */
const SINGLETONS = ['react', 'react-dom'];
const REACT_RANGE = '^19.0.0';

/** The chunk of what a remote exposes. */
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
 * A remote: one exposed module, React taken from the shell with no copy of its own to fall back on.
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
 * The runtime shares React; remotes are loaded by the shell (`apps/shell/src/features/remotes/loader/federation.ts`), which knows them by
 * a manifest of our own (`remote.json`). What would do either is left out of the bundles.
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
