// Loaded with `node --require`: compiles TypeScript on demand in processes that tests start from the sources.
const fs = require('node:fs');
const { compiledSource } = require('./compiled-sources.cjs');

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiledSource(filename, fs.readFileSync(filename, 'utf8')).code, filename);
};
