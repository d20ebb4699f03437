/** Webpack context: bundled files of a folder by relative name. */
interface FilesByName {
  (name: string): unknown;
  keys(): string[];
}

declare global {
  interface ImportMeta {
    /** Resolved by webpack at build time. */
    webpackContext(folder: string, options: { regExp: RegExp }): FilesByName;
  }
}

// Standard fonts, CMaps and image decoders of pdf.js, each loaded on demand.
const folders = [
  import.meta.webpackContext('pdfjs-dist/cmaps', { regExp: /\.bcmap$/ }),
  import.meta.webpackContext('pdfjs-dist/standard_fonts', { regExp: /\.(pfb|ttf)$/ }),
  import.meta.webpackContext('pdfjs-dist/wasm', { regExp: /\.wasm$/ }),
];

/** Loads a pdf.js asset by name. @throws if the build does not contain it */
export async function readPdfAsset(name: string): Promise<Uint8Array> {
  const folder = folders.find((one) => one.keys().includes(`./${name}`));
  if (!folder) throw new Error(`There is no ${name}.`);
  const response = await fetch(String(folder(`./${name}`)));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
