import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { transformSync } from '@swc/core';
import HtmlWebpackPlugin from 'html-webpack-plugin';

const NAME = 'HeadScriptPlugin';
/** Whoever puts something in front last is first in the document. */
const LAST = 1000;

/**
 * Emits what must run before the first paint as one tiny file of its own (the content security policy
 * allows no inline script), and puts it first into the document's head. The sources import nothing and
 * stay outside webpack's module system, so they cost no runtime.
 */
export class HeadScriptPlugin {
  /** @param {{ name: string, sources: readonly string[] }} options */
  constructor({ name, sources }) {
    this.name = name;
    this.sources = sources;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.addAll(this.sources);
      const code = this.sources.map(minified).join('\n');
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      const file = `static/js/${this.name}.${hash}.js`;
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS },
        () => compilation.emitAsset(file, new compiler.webpack.sources.RawSource(code)),
      );
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap(
        { name: NAME, stage: LAST },
        (data) => {
          data.headTags.unshift({
            tagName: 'script',
            attributes: { src: `${data.publicPath}${file}` },
            voidTag: false,
            meta: { plugin: NAME },
          });
          return data;
        },
      );
    });
  }
}

/** @param {string} source */
function minified(source) {
  return transformSync(fs.readFileSync(source, 'utf8'), {
    filename: source,
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      minify: { compress: true, mangle: true },
    },
    module: { type: 'es6' },
    isModule: false,
    minify: true,
    swcrc: false,
  }).code;
}
