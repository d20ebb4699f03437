import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import { REPLACED } from './replaced-modules.mjs';

const standIn = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`./stand-ins/${name}.mjs`, import.meta.url));

/** Webpack plugins that leave those parts out of a bundle. */
export const leanFederationRuntime = () =>
  REPLACED.map(
    ([pattern, name]) => new webpack.NormalModuleReplacementPlugin(pattern, standIn(name)),
  );
