import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(m?js|css|html|json|svg|txt|xml|wasm)$/;
/** Below this size, headers outweigh the savings. */
const MIN_BYTES = 256;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Writes `.gz` and `.br` files for all text files above the minimum size, so the gateway never compresses
 * assets during a request.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const content = await fs.readFile(file);
    if (content.length < MIN_BYTES) continue;
    await fs.writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
    await fs.writeFile(`${file}.br`, await brotli(content));
  }
}
