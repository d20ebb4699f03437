import HtmlWebpackPlugin from 'html-webpack-plugin';

const NAME = 'HeadTagsPlugin';

/**
 * Tells the browser in the document's head what the first page is going to need, in the order of need,
 * because over HTTP/1.1 only six files travel at a time: styles and the two faces that the text is set
 * in first, then scripts, then what the scripts ask for before they show anything.
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
        const isStyle = (/** @type {HtmlWebpackPlugin.HtmlTagObject} */ { attributes }) =>
          attributes['rel'] === 'stylesheet';
        const headTags = [
          ...group.headTags.filter(isStyle),
          // Fonts and fetches go out in CORS mode even to our own origin, so these preloads need
          // `crossorigin`; scripts and styles must not have it, or they load twice.
          ...fonts.map((file) =>
            preload({ href: group.publicPath + file, as: 'font', type: 'font/woff2' }),
          ),
          ...group.headTags.filter((tag) => !isStyle(tag)),
          ...this.data.map((href) => preload({ href, as: 'fetch' })),
        ];
        return { ...group, headTags };
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
