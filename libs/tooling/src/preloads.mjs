import fs from 'node:fs';
import path from 'node:path';
import { integrityOf } from '../webpack/chunk-integrity-plugin.mjs';
import { EXPOSED_CHUNK } from '../webpack/sharing.mjs';

/**
 * @typedef {{
 *   routes: readonly { path: string, chunks?: readonly string[], preloadedWidgets?: readonly string[] }[],
 *   session?: { chunks?: readonly string[] },
 * }} Declared
 */

/**
 * Scripts and style sheets that each route of a remote needs, for the gateway to preload.
 * @param {Declared} declared
 * @param {import('webpack').Compilation} compilation
 * @param {string} dist
 * @throws when a declared chunk does not exist
 */
export function preloadsOf({ routes, session }, compilation, dist) {
  const hashed = hashedIn(dist);
  const shared = new Set(chunkFiles(compilation, EXPOSED_CHUNK));
  /** @param {readonly string[]} [chunks] */
  const further = (chunks = []) => {
    const files = new Set(chunks.flatMap((name) => chunkFiles(compilation, name)));
    return [...files].filter((file) => !shared.has(file)).map(hashed);
  };
  return {
    module: [...shared].map(hashed),
    routes: Object.fromEntries(
      routes.map(({ path: pattern, chunks, preloadedWidgets = [] }) => [
        pattern,
        { files: further(chunks), widgets: preloadedWidgets },
      ]),
    ),
    session: further(session?.chunks),
  };
}

/**
 * Files of a chunk with their hashes.
 * @param {string} name
 * @param {import('webpack').Compilation} compilation
 * @param {string} dist
 */
export const chunkPreloads = (name, compilation, dist) =>
  chunkFiles(compilation, name).map(hashedIn(dist));

/**
 * A script outside all chunks, with its hash.
 * @param {string} name
 * @param {import('webpack').Compilation} compilation
 * @param {string} dist
 */
export function scriptPreload(name, compilation, dist) {
  const file = Object.keys(compilation.assets).find((one) => one.includes(`/${name}.`));
  if (!file) throw new Error(`There is no script '${name}'.`);
  return hashedIn(dist)(file);
}

/** @param {string} dist */
const hashedIn = (dist) => (/** @type {string} */ file) => ({
  file,
  integrity: integrityOf(fs.readFileSync(path.join(dist, file))),
});

/**
 * Scripts and style sheets of a named chunk and of the chunks that it shares.
 * @param {import('webpack').Compilation} compilation
 * @param {string} name
 * @returns {string[]}
 */
export function chunkFiles(compilation, name) {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`There is no chunk '${name}' for a page to load.`);
  return group.getFiles().filter((file) => /\.(js|css)$/.test(file));
}
