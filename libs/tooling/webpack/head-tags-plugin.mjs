import HtmlWebpackPlugin from 'html-webpack-plugin';

const NAME = 'HeadTagsPlugin';

/**
 * Tells the browser in the document's head what the first page is going to need: the two faces that
 * its text is set in, and what the shell asks for before it shows anything.
 */
export class HeadTagsPlugin {
  /** @param {{ fonts: RegExp, data: readonly string[] }} options */
  constructor({ fonts, data }) {
    this.fonts = fonts;
    this.data = data;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap(NAME, (group) => {
        const fonts = Object.keys(compilation.assets).filter((file) => this.fonts.test(file));
        group.headTags.unshift(
          // Fonts and fetches go out in CORS mode even to our own origin, so these preloads need
          // `crossorigin`; scripts and styles must not have it, or they load twice.
          ...fonts.map((file) =>
            preload({ href: group.publicPath + file, as: 'font', type: 'font/woff2' }),
          ),
          ...this.data.map((href) => preload({ href, as: 'fetch' })),
        );
        return group;
      });
    });
  }
}

/** @param {Record<string, string>} attributes */
const preload = (attributes) => ({
  tagName: 'link',
  voidTag: true,
  attributes: { rel: 'preload', crossorigin: 'anonymous', ...attributes },
  meta: { plugin: NAME },
});
