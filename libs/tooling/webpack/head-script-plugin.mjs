import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import HtmlWebpackPlugin from 'html-webpack-plugin';

const NAME = 'HeadScriptPlugin';
/** Whoever puts something in front last is first in the document. */
const LAST = 1000;

/**
 * Emits one tiny script that must run before the first paint, as a file of its own (the content
 * security policy allows no inline script), and puts it first into the document's head. It stays
 * outside webpack's module system, so it costs no runtime.
 */
export class HeadScriptPlugin {
  /** @param {{ source: string }} options */
  constructor({ source }) {
    this.source = source;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.add(this.source);
      const { code } = transformSync(fs.readFileSync(this.source, 'utf8'), {
        filename: this.source,
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2022',
          minify: { compress: true, mangle: true },
        },
        module: { type: 'es6' },
        isModule: false,
        minify: true,
        swcrc: false,
      });
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      const name = path.basename(this.source).replace(/\.ts$/, '');
      const file = `static/js/${name}.${hash}.js`;
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
