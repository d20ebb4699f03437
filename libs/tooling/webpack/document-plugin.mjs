import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import webpack from 'webpack';

const NAME = 'DocumentPlugin';
const VALUE = /<%= (\w+) %>/g;

/**
 * Writes `index.html` from its template, with preload hints for the first page in order of need, because
 * HTTP/1.1 loads only six files at a time: resources that block the first paint, styles and the two fonts of
 * the text, then scripts, then resources that scripts request before rendering.
 */
export class DocumentPlugin {
  /**
   * @param {object} options
   * @param {string} options.template
   * @param {Readonly<Record<string, string>>} options.values of `<%= name %>` in the template
   * @param {readonly string[]} options.icons copied to the root
   * @param {{ name: string, sources: readonly string[] }} options.firstScript one tiny file (the content security policy
   *   allows no inline script); the sources import nothing and stay outside webpack's module system, so they cost no runtime
   * @param {{ name: string, source: string }} options.callsScript one like it, which the gateway adds to signed-in pages
   * @param {{ name: string, source: string }} options.worker service worker at the root, which imports nothing either
   * @param {RegExp} options.fonts
   * @param {readonly string[]} options.data
   */
  constructor(options) {
    this.options = options;
  }

  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    const { template, values, icons, firstScript, callsScript, worker, fonts, data } = this.options;
    const { PROCESS_ASSETS_STAGE_ADDITIONS, PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE } =
      webpack.Compilation;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.addAll([
        template,
        ...icons,
        ...firstScript.sources,
        callsScript.source,
        worker.source,
      ]);
      const emit = (/** @type {string} */ name, /** @type {string | Buffer} */ content) =>
        compilation.emitAsset(name, new webpack.sources.RawSource(content));
      const code = firstScript.sources.map(minified).join('\n');
      const first = hashedName(firstScript.name, code);
      const calls = minified(callsScript.source);
      const { processAssets } = compilation.hooks;
      processAssets.tap({ name: NAME, stage: PROCESS_ASSETS_STAGE_ADDITIONS }, () => {
        emit(first, code);
        emit(hashedName(callsScript.name, calls), calls);
        emit(worker.name, minified(worker.source));
        for (const icon of icons) emit(path.basename(icon), fs.readFileSync(icon));
      });
      processAssets.tap({ name: NAME, stage: PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE }, () => {
        const files = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
        const all = Object.keys(compilation.assets);
        const tags = [
          `<script src="/${first}"></script>`,
          ...ending(files, '.css').map((file) => `<link href="/${file}" rel="stylesheet">`),
          // Fonts and fetches go out in CORS mode even to our own origin, so these preloads need
          // `crossorigin`; scripts and styles must not have it, or they load twice.
          ...all
            .filter((file) => fonts.test(file))
            .sort()
            .map((file) => preload(`href="/${file}" as="font" type="font/woff2"`)),
          ...ending(files, '.js').map((file) => `<script defer src="/${file}"></script>`),
          ...data.map((url) => preload(`href="${url}" as="fetch"`)),
        ];
        const document = fs
          .readFileSync(template, 'utf8')
          .replace(VALUE, (_tag, name) => values[name] ?? '');
        emit(
          'index.html',
          tight(document).replace('</head>', () => `${tags.join('')}</head>`),
        );
      });
    });
  }
}

/** @param {string} name @param {string} code */
const hashedName = (name, code) =>
  `static/js/${name}.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;

/** @param {readonly string[]} files @param {string} end */
const ending = (files, end) => files.filter((file) => file.endsWith(end));

/** @param {string} attributes */
const preload = (attributes) => `<link rel="preload" crossorigin="anonymous" ${attributes}>`;

/** Removes comments and spaces around tags: the template contains no text that depends on them. */
const tight = (/** @type {string} */ html) =>
  html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<|\/?>) ?/g, (_all, mark) => mark.replace('/', ''))
    .trim();

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
