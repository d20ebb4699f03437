import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const standIn = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`./stand-ins/${name}.mjs`, import.meta.url));

/**
 * Parts of the federation runtime that this product does not use, and what stands in for them. Every
 * visitor downloads the runtime with the shell and a piece of it with each remote, so each kilobyte
 * counts several times (see the shell's README, Sizes).
 * @type {readonly [RegExp, string][]}
 */
const REPLACED = [
  [
    /runtime-core[\\/]dist[\\/](plugins[\\/]snapshot[\\/]SnapshotHandler|utils[\\/]preload)\.js$/,
    standIn('no-snapshots'),
  ],
  [/runtime-core[\\/]dist[\\/]utils[\\/]semver[\\/]index\.js$/, standIn('semver')],
  [/bundler-runtime[\\/]dist[\\/]getSharedFallbackGetter\.js$/, standIn('no-fallbacks')],
  [/bundler-runtime[\\/]dist[\\/]remotes\.js$/, standIn('no-static-remotes')],
  [/sdk[\\/]dist[\\/]logger\.js$/, standIn('logger')],
  [/error-codes[\\/]dist[\\/]desc\.mjs$/, standIn('no-descriptions')],
];

/** Webpack plugins that leave those parts out of a bundle. */
export const leanFederationRuntime = () =>
  REPLACED.map(([pattern, file]) => new webpack.NormalModuleReplacementPlugin(pattern, file));
