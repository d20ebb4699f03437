import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';

export const WORKSPACE = path.resolve(fileURLToPath(import.meta.url), '../../../..');

/** product.md, section 9: a chunk that has not arrived by then has failed. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/**
 * Configuration shared by shell and remotes.
 * @param {{ project: string, dist: string, watch: boolean, uniqueName: string, folder: string }} build
 *   `folder` is the prefix of scripts and styles inside `dist`, with its slash, or empty
 * @returns {import('webpack').Configuration}
 */
export function baseConfig({ project, dist, watch, uniqueName, folder }) {
  const name = watch ? '[name]' : '[name].[contenthash:8]';
  return {
    context: project,
    mode: watch ? 'development' : 'production',
    target: ['web', 'es2022'],
    // A warm filesystem cache has produced builds that "succeed" and crash at run time.
    cache: watch ? { type: 'memory' } : false,
    // Never eval: the content security policy forbids it, in development too.
    devtool: 'source-map',
    output: {
      path: dist,
      uniqueName,
      // Repeated in every chunk; webpack's default is 12 bytes longer, and a first visit loads eight chunks.
      chunkLoadingGlobal: `${uniqueName}_`,
      filename: `${folder && `${folder}js/`}${name}.js`,
      chunkFilename: `${folder && `${folder}js/`}${name}.js`,
      assetModuleFilename: `${folder && `${folder}media/`}[name].[contenthash:8][ext]`,
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT_MS,
      // Documents and answers say it.
      charset: false,
      clean: true,
    },
    resolve: resolveOptions,
    module: { rules: moduleRules({ uniqueName, server: false }) },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${folder && `${folder}css/`}${name}.css`,
        chunkFilename: `${folder && `${folder}css/`}${name}.css`,
      }),
    ],
    optimization: {
      // Rebuilt bundles may be combined with bundles of another build, and development and production React
      // do not mix.
      nodeEnv: 'production',
      minimizer: [
        new TerserPlugin({
          // A second run shortens the code that the first run inlined: half a percent, which a higher number
          // of passes does not achieve.
          minify: [TerserPlugin.swcMinify, TerserPlugin.swcMinify],
          extractComments: false,
          // swc uses threads; separate processes would only add overhead.
          parallel: false,
          terserOptions: { ecma: 2022, compress: { passes: 3, ecma: 2022 }, mangle: true },
        }),
        new TerserPlugin({
          test: /\.css$/,
          minify: TerserPlugin.lightningCssMinify,
          parallel: false,
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}

export const resolveOptions = {
  extensions: ['.tsx', '.ts', '.js', '.json'],
  // Workspace libraries are compiled from their source.
  conditionNames: ['@tomekeeper/source', '...'],
};

/**
 * How sources become modules. On the server styles are their class names alone.
 * @param {{ uniqueName: string, server: boolean }} build
 * @returns {import('webpack').RuleSetRule[]}
 */
export const moduleRules = ({ uniqueName, server }) => [
  { test: /\.tsx?$/, use: { loader: 'swc-loader', options: swcOptions } },
  {
    test: /\.css$/,
    use: [
      ...(server ? [] : [MiniCssExtractPlugin.loader]),
      {
        loader: 'css-loader',
        options: { modules: { ...cssModules(uniqueName), exportOnlyLocals: server } },
      },
    ],
    sideEffects: true,
  },
  { test: /\.(woff2|png|jpe?g|webp|avif|svg|ico)$/, type: 'asset/resource' },
  // Assets that pdf.js requests by name: character maps, fonts, decoders.
  { test: /\.(bcmap|pfb|ttf|wasm)$/, type: 'asset/resource' },
];

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: false } },
    target: 'es2022',
  },
  swcrc: false,
};

/**
 * Two remotes, or two versions of one, may bundle different versions of the same component: the salt
 * keeps their class names apart.
 * @param {string} salt
 */
function cssModules(salt) {
  return {
    auto: /\.module\.css$/,
    // Short: the names travel in scripts, styles and prerendered pages.
    localIdentName: '[local]-[hash:5]',
    localIdentContext: WORKSPACE,
    localIdentHashSalt: salt,
    namedExport: false,
    exportLocalsConvention: 'as-is',
  };
}
