// `npm run gallery`: one page with every component, in dist/gallery/index.html; opens from the disk.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
});
const files = [...(stats.compilation.entrypoints.get('main')?.getFiles() ?? [])];
fs.writeFileSync(
  path.join(dist, 'index.html'),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${files
  .map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${file}">`
      : `<script defer src="${file}"></script>`,
  )
  .join('\n')}</head><body></body></html>
`,
);
console.log(stats.toString({ preset: 'errors-warnings', colors: true }));
console.log(path.relative(process.cwd(), path.join(dist, 'index.html')));
process.exitCode = stats.hasErrors() ? 1 : 0;
