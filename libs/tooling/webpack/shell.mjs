import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseConfig, WORKSPACE } from './base.mjs';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.mjs';
import { DocumentIntegrityPlugin } from './document-integrity-plugin.mjs';
import { DocumentPlugin } from './document-plugin.mjs';
import { loadTypeScript } from '../src/load-typescript.mjs';
import { leanFederationRuntime } from './lean-runtime.mjs';
import { hostFederation } from './sharing.mjs';

/** Chunk of everything around signed-in pages; public pages never load it. */
export const SIGNED_IN_CHUNK = 'signed-in';

/** Script of signed-in pages that sends their first calls. */
export const FIRST_CALLS = 'first-calls';

/** Name and mark of the product, where a fork changes them. */
const BRAND = path.join(WORKSPACE, 'libs/web/ui/src/brand/brand.ts');

/**
 * React Router's package resolves to its development build, whose warnings are useless here. The production
 * build is in the same package.
 */
const REACT_ROUTER = path.join(
  createRequire(import.meta.url).resolve('react-router/package.json'),
  '../dist/production/index.mjs',
);

/**
 * The shell: `index.html` at the root of `dist`, everything else under `/static`.
 * @param {{ project: string, dist: string, watch: boolean }} build
 * @returns {import('webpack').Configuration}
 */
export function shellConfig({ project, dist, watch }) {
  const base = baseConfig({
    project,
    dist,
    watch,
    uniqueName: 'tomekeeper_shell',
    folder: 'static/',
  });
  return {
    ...base,
    entry: { shell: './src/index.ts' },
    resolve: { ...base.resolve, alias: { 'react-router$': REACT_ROUTER } },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        {
          test: /\.mjs$/,
          include: path.dirname(REACT_ROUTER),
          use: fileURLToPath(new URL('./tree-shake-router-loader.cjs', import.meta.url)),
        },
      ],
    },
    // Absolute, because deep links load the same document from any path.
    output: { ...base.output, publicPath: '/' },
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: 'async',
        cacheGroups: {
          // React changes once a year, the shell every week: separate files keep it in the cache.
          react: {
            test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            name: 'react',
            chunks: 'initial',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      hostFederation(),
      ...leanFederationRuntime(),
      new DocumentPlugin({
        template: path.join(project, 'src/index.html'),
        values: loadTypeScript(BRAND).brand,
        icons: ['favicon.svg', 'apple-touch-icon.png'].map((file) =>
          path.join(BRAND, '../assets', file),
        ),
        firstScript: {
          name: 'before-paint',
          sources: [
            'start/integrity.ts',
            'features/theme/before-paint.ts',
            'start/early-presses.ts',
          ].map((file) => path.join(project, 'src', file)),
        },
        callsScript: {
          name: FIRST_CALLS,
          source: path.join(project, 'src/start/first-calls.ts'),
        },
        worker: {
          name: 'static/js/service-worker.js',
          source: path.join(project, 'src/service-worker/service-worker.ts'),
        },
        fonts: /source-(serif|sans)-\d+-latin-wght-normal\..*woff2$/,
        data: ['/config.json', '/registry/remotes.json'],
      }),
      ...(watch ? [] : [new ChunkIntegrityPlugin({ listed: true }), new DocumentIntegrityPlugin()]),
    ],
  };
}
