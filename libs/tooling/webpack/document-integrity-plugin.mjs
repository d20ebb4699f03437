import webpack from 'webpack';
import { integrityOf, listedIntegrity } from './chunk-integrity-plugin.mjs';

const NAME = 'DocumentIntegrityPlugin';
const TAG = /<(?:script (?=[^>]*src=)|link (?=[^>]*rel="stylesheet"))[^>]*>/g;
const ADDRESS = / (?:src|href)="\/([^"]+)"/;
/** Located in the template before every script. */
const TABLE = /(?<=data-sri>)\s*\{\}\s*/;

/**
 * Writes the integrity hashes of the document's scripts and style sheets into `index.html`, and those of all
 * lazy chunks as data, because the document is the root of trust. Elements with `data-start` load before any
 * app code that could report their failure; the first script reports it.
 */
export class DocumentIntegrityPlugin {
  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        // After all plugins that change files or their names.
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
        () => {
          const document = String(compilation.getAsset('index.html')?.source.source());
          const signed = document.replace(TAG, (tag) => {
            const file = ADDRESS.exec(tag)?.[1] ?? '';
            const content = compilation.getAsset(file)?.source.buffer();
            return content
              ? tag.replace(/>$/, ` integrity="${integrityOf(content)}" data-start>`)
              : tag;
          });
          const table = JSON.stringify(listedIntegrity(compilation));
          compilation.updateAsset(
            'index.html',
            new webpack.sources.RawSource(signed.replace(TABLE, () => table)),
          );
        },
      );
    });
  }
}
