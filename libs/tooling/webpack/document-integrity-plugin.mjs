import webpack from 'webpack';
import { integrityOf, listedIntegrity } from './chunk-integrity-plugin.mjs';

const NAME = 'DocumentIntegrityPlugin';
const TAG = /<(?:script (?=[^>]*src=)|link (?=[^>]*rel="stylesheet"))[^>]*>/g;
const ADDRESS = / (?:src|href)="\/([^"]+)"/;
/** Stands in the template, in front of every script. */
const TABLE = /(?<=data-sri>)\s*\{\}\s*/;

/**
 * Writes into `index.html` what its own scripts and style sheets must be, and, as data, what the chunks must be that
 * they load later: the document is what everything else hangs on. Elements with `data-start` load before any code of
 * the app that could report their failure, so the first script does.
 */
export class DocumentIntegrityPlugin {
  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        // Whatever changes files or their names has done so.
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
