import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

const NAME = 'ChunkIntegrityPlugin';
const { LoadScriptRuntimeModule } = webpack.runtime;
/** Module type that mini-css-extract-plugin uses for styles of a chunk. */
const STYLES = 'css/mini-extract';

/** Lines of webpack's loader without effect here: the policy uses no nonce, and browsers ignore a script's `timeout`. */
const NEEDLESS = /script\.timeout = \d+;|if \(__webpack_require__\.nc\) \{[^}]*\}/g;

/** @param {string | Buffer} content */
export const integrityOf = (content) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Subresource integrity for chunks: browsers reject scripts and style sheets that differ from the build.
 *
 * By default the entry contains the hash of each chunk: the hash of the entry, which the shell knows from the
 * registry, therefore protects the whole build. With `listed` the hashes are looked up in `self.sri` by file
 * name, because each hash takes 50 bytes in scripts that every first visit loads.
 */
export class ChunkIntegrityPlugin {
  /** @param {{ listed?: boolean }} [options] */
  constructor({ listed = false } = {}) {
    this.listed = listed;
  }

  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      const { beforeTagInsert } = MiniCssExtractPlugin.getCompilationHooks(compilation);
      const chunks = () => [...compilation.chunks].filter((chunk) => !chunk.hasRuntime());
      createScript.tap(NAME, (code) => {
        const hash = this.listed
          ? 'self.sri?.[__webpack_require__.u(chunkId)]'
          : `${tableOf(chunks(), '.js')}[chunkId]`;
        return `${code.replace(NEEDLESS, '')}\nscript.integrity = ${hash};`;
      });
      beforeTagInsert.tap(NAME, (code) => {
        const hash = this.listed
          ? 'self.sri?.[__webpack_require__.miniCssF(chunkId)]'
          : `${tableOf(chunks().filter(hasStyles), '.css')}[chunkId]`;
        return `${code}\nlinkTag.integrity = ${hash};`;
      });
      compilation.hooks.processAssets.tap(
        // After all plugins that change files or their names.
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
        () => {
          if (this.listed) list(compilation, chunks().filter(isLater));
          else
            for (const entry of compilation.chunks)
              if (entry.hasRuntime()) fillIn(compilation, entry, chunks());
        },
      );
    });
  }
}

/** @param {webpack.Chunk} chunk */
const isLater = (chunk) => !chunk.canBeInitial();

/** @param {webpack.Chunk} chunk */
const hasStyles = ({ contentHash }) => Boolean(contentHash[STYLES]);

/**
 * Placeholder for the hash of a file, with the same length, so source maps remain valid.
 * @param {webpack.Chunk} chunk
 * @param {string} ending
 */
const placeholder = ({ id }, ending) => integrityOf(`${NAME} ${id}${ending}`);

/** @param {webpack.Chunk[]} chunks @param {string} ending */
const tableOf = (chunks, ending) =>
  JSON.stringify(Object.fromEntries(chunks.map((chunk) => [chunk.id, placeholder(chunk, ending)])));

/** @param {webpack.Chunk} chunk @param {string} ending */
const fileOf = ({ files }, ending) => [...files].find((file) => file.endsWith(ending));

/** @param {webpack.Compilation} compilation @param {webpack.Chunk} entry @param {webpack.Chunk[]} chunks */
function fillIn(compilation, entry, chunks) {
  const file = fileOf(entry, '.js');
  if (!file) return;
  let text = String(compilation.getAsset(file)?.source.source());
  for (const chunk of chunks)
    for (const ending of ['.js', '.css']) {
      const name = fileOf(chunk, ending);
      const content = name && compilation.getAsset(name)?.source.buffer();
      if (content) text = text.replaceAll(placeholder(chunk, ending), integrityOf(content));
    }
  compilation.updateAsset(file, new webpack.sources.RawSource(text));
}

/** @type {WeakMap<webpack.Compilation, Record<string, string>>} */
const listedHashes = new WeakMap();

/**
 * Hashes of all lazy scripts and style sheets of a `listed` build, by file name. Stored here because webpack
 * drops the contents after writing them.
 * @param {webpack.Compilation} compilation
 */
export const listedIntegrity = (compilation) => listedHashes.get(compilation) ?? {};

/** @param {webpack.Compilation} compilation @param {webpack.Chunk[]} chunks */
function list(compilation, chunks) {
  const files = chunks.flatMap((chunk) => [...chunk.files]);
  const hashes = files
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => [file, integrityOf(compilation.getAsset(file)?.source.buffer() ?? '')]);
  listedHashes.set(compilation, Object.fromEntries(hashes));
}
