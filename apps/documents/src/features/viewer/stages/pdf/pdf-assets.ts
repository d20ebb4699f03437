/** Files of a folder that the build takes along, by the names they have there. */
interface FilesByName {
  (name: string): unknown;
  keys(): string[];
}

declare global {
  interface ImportMeta {
    /** Webpack's, which knows these files when it builds. */
    webpackContext(folder: string, options: { regExp: RegExp }): FilesByName;
  }
}

// Fonts that a PDF may leave out, tables of Asian scripts, and decoders of rare pictures; each comes when one asks for it.
const folders = [
  import.meta.webpackContext('pdfjs-dist/cmaps', { regExp: /\.bcmap$/ }),
  import.meta.webpackContext('pdfjs-dist/standard_fonts', { regExp: /\.(pfb|ttf)$/ }),
  import.meta.webpackContext('pdfjs-dist/wasm', { regExp: /\.wasm$/ }),
];

/**
 * A file of pdf.js by its name there.
 * @throws when this build has none of that name
 */
export async function readPdfAsset(name: string): Promise<Uint8Array> {
  const folder = folders.find((one) => one.keys().includes(`./${name}`));
  if (!folder) throw new Error(`There is no ${name}.`);
  const response = await fetch(String(folder(`./${name}`)));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
