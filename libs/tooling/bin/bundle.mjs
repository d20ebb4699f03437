#!/usr/bin/env node
// `bundle.mjs <folder> <name>=<file> …`: bundles source files of any project for a test, each as one script `<name>.js`. In a
// page its exports are in a global of that name; Node requires it.
import path from 'node:path';
import { compile } from '../src/compile.mjs';
import { baseConfig, WORKSPACE } from '../webpack/base.mjs';

const [folder = '', ...named] = process.argv.slice(2);
const entries = named.map((one) => one.split('='));
const config = baseConfig({
  project: WORKSPACE,
  dist: path.resolve(folder),
  watch: false,
  uniqueName: 'bundle',
  folder: '',
});
const stats = await compile({
  ...config,
  devtool: false,
  entry: Object.fromEntries(
    entries.map(([name, file = '']) => [
      name,
      { import: path.join(WORKSPACE, file), library: { name, type: 'umd' } },
    ]),
  ),
  output: { ...config.output, filename: '[name].js', globalObject: 'globalThis' },
  optimization: { ...config.optimization, minimize: false },
});
if (stats.hasErrors()) {
  console.error(stats.toString('errors-only'));
  process.exit(1);
}
