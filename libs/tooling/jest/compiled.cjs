const { transformSync } = require('@swc/core');
const { swcNodeOptions } = require('../src/swc-options.cjs');

/** TypeScript of a server project as jest would run it, for tests that change a source before they load it. */
exports.compiled = (source, filename) =>
  transformSync(source, { ...swcNodeOptions(), filename, sourceMaps: false }).code;
