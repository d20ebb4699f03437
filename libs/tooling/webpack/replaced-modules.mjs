/**
 * Parts of the federation runtime that this product does not use, with their replacements. Every visitor
 * downloads the runtime with the shell and a part of it with each remote, so each kilobyte counts several
 * times (see Sizes in the shell's README). Pairs of pattern and replacement.
 * @type {readonly [RegExp, string][]}
 */
export const REPLACED = [
  [
    /runtime-core[\\/]dist[\\/](plugins[\\/]snapshot[\\/]SnapshotHandler|utils[\\/]preload)\.js$/,
    'no-snapshots',
  ],
  [/runtime-core[\\/]dist[\\/]utils[\\/]semver[\\/]index\.js$/, 'semver'],
  [/bundler-runtime[\\/]dist[\\/]getSharedFallbackGetter\.js$/, 'no-fallbacks'],
  [/bundler-runtime[\\/]dist[\\/]remotes\.js$/, 'no-static-remotes'],
  [/sdk[\\/]dist[\\/]logger\.js$/, 'logger'],
  [/error-codes[\\/]dist[\\/]desc\.mjs$/, 'no-descriptions'],
];
