import { createHash } from 'node:crypto';
import webpack from 'webpack';

const NAME = 'ChunkIntegrityPlugin';
const { LoadScriptRuntimeModule } = webpack.runtime;

/** @param {string | Buffer} content */
const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Stands for a chunk's hash, and is as long, so that source maps stay right. @param {webpack.Chunk} chunk */
const placeholder = ({ id }) => integrityOf(`${NAME} ${id}`);

/** @param {webpack.Chunk} chunk */
const scriptOf = ({ files }) => [...files].find((file) => file.endsWith('.js'));

/**
 * Has the entry of a build say what each of its chunks must be, so that browsers run no other: who knows
 * the entry's own hash, as the shell does from the registry, knows all of it.
 */
export class ChunkIntegrityPlugin {
  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap(NAME, (code, entry) => {
        const chunks = [...entry.getAllAsyncChunks()].map((chunk) => [
          chunk.id,
          placeholder(chunk),
        ]);
        const table = JSON.stringify(Object.fromEntries(chunks));
        return `${code}\nscript.integrity = ${table}[chunkId] || "";`;
      });
      compilation.hooks.processAssets.tap(
        // Whatever changes files or their names has done so.
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
        () => {
          for (const { chunks } of compilation.chunkGroups.filter((group) => group.isInitial()))
            for (const entry of chunks) fillIn(compilation, entry);
        },
      );
    });
  }
}

/** @param {webpack.Compilation} compilation @param {webpack.Chunk} entry */
function fillIn(compilation, entry) {
  const file = scriptOf(entry);
  if (!file) return;
  let text = String(compilation.getAsset(file)?.source.source());
  for (const chunk of entry.getAllAsyncChunks()) {
    const script = scriptOf(chunk);
    const content = script && compilation.getAsset(script)?.source.buffer();
    if (content) text = text.replaceAll(placeholder(chunk), integrityOf(content));
  }
  compilation.updateAsset(file, new webpack.sources.RawSource(text));
}
