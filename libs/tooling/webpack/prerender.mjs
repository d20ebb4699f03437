import webpack from 'webpack';
import { moduleRules, resolveOptions } from './base.mjs';

/** Output of a prerendering build: a script for Node. */
export const PRERENDER_SCRIPT = 'prerender.cjs';

/**
 * Compiles `src/prerender.tsx` for Node, React's server half included. Class names are those of the
 * browser's build, as they hang on the same path and salt.
 * @param {{ project: string, dist: string, uniqueName: string, publicPath: string }} build
 * @returns {import('webpack').Configuration}
 */
export const prerenderConfig = ({ project, dist, uniqueName, publicPath }) => ({
  context: project,
  mode: 'production',
  target: 'node20',
  cache: false,
  devtool: false,
  entry: './src/prerender.tsx',
  output: {
    path: dist,
    uniqueName,
    publicPath,
    filename: PRERENDER_SCRIPT,
    library: { type: 'commonjs2' },
    assetModuleFilename: '[name].[contenthash:8][ext]',
  },
  resolve: resolveOptions,
  module: { rules: moduleRules({ uniqueName, server: true }) },
  // Not served to browsers, so splitting and minimizing are unnecessary.
  optimization: { minimize: false },
  plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  performance: { hints: false },
  infrastructureLogging: { level: 'warn' },
});
