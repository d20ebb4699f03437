// Cache of compiled TypeScript and ES modules for jest, keyed by content and shared by all projects and kinds
// of tests. jest's own cache is per project and set of options, so a library that all projects import would
// be compiled about fifty times.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const swc = require('@swc/core');
const swcJest = require('@swc/jest');
const { swcNodeOptions } = require('../src/swc-options.cjs');

const FOLDER = path.resolve(__dirname, '../../../node_modules/.cache/jest/compiled');
const transformer = swcJest.createTransformer(swcNodeOptions());
const SETTINGS = [
  swc.version,
  process.versions.node.split('.')[0],
  JSON.stringify(swcNodeOptions()),
];

/**
 * @param {string} filename
 * @param {string} source
 * @returns {{ code: string, originalCode: string, sourceMapPath: string }} as jest's own cache would give it
 */
exports.compiledSource = (filename, source) => {
  const hash = createHash('sha1');
  for (const part of [...SETTINGS, filename, source]) hash.update(part).update('\0');
  const file = path.join(FOLDER, hash.digest('hex'));
  const sourceMapPath = `${file}.map`;
  return { code: read(file) ?? compile(), originalCode: source, sourceMapPath };

  function compile() {
    const { code, map } = transformer.process(source, filename, { supportsStaticESM: false });
    fs.mkdirSync(FOLDER, { recursive: true });
    write(sourceMapPath, map);
    write(file, code);
    return code;
  }
};

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes atomically: concurrent processes never read a partial file. */
function write(/** @type {string} */ file, /** @type {string} */ content) {
  const fresh = `${file}.${process.pid}`;
  fs.writeFileSync(fresh, content);
  fs.renameSync(fresh, file);
}
