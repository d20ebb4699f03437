import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';

export const WORKSPACE = path.resolve(fileURLToPath(import.meta.url), '../../../..');

/** product.md, section 9: a chunk that has not arrived by then has failed. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/**
 * What shell and remotes have in common.
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
      // Stands in every chunk; webpack's own name is longer by 12 bytes, of which a first visit loads eight.
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
      // Whatever is rebuilt meets a shell or remotes that are not, and the two Reacts do not mix.
      nodeEnv: 'production',
      minimizer: [
        new TerserPlugin({
          // What swc has inlined it shortens further when it reads it anew: half a percent, whatever its passes.
          minify: [TerserPlugin.swcMinify, TerserPlugin.swcMinify],
          extractComments: false,
          // swc has threads of its own; a process for each would only have to be started and fed.
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
  // What pdf.js asks for by its name: tables of scripts, fonts, decoders.
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
