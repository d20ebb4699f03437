// `npm run gallery`: one page with every component, in dist/gallery/index.html; opens from the disk.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { baseConfig } from '@tomekeeper/tooling/webpack/base.mjs';

const project = path.resolve(fileURLToPath(import.meta.url), '../..');
const dist = path.join(project, 'dist/gallery');
const base = baseConfig({ project, dist, watch: false, uniqueName: 'gallery', folder: '' });

const stats = await new Promise((resolve, reject) => {
  webpack(
    {
      ...base,
      entry: './gallery/main.tsx',
      output: { ...base.output, publicPath: '' },
      plugins: [
        ...base.plugins,
        new HtmlWebpackPlugin({
          title: 'Gallery',
          meta: { viewport: 'width=device-width, initial-scale=1' },
        }),
      ],
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
});
console.log(stats.toString({ preset: 'errors-warnings', colors: true }));
console.log(path.relative(process.cwd(), path.join(dist, 'index.html')));
process.exitCode = stats.hasErrors() ? 1 : 0;
