// Given to Node with `--require`: a process that a test starts from the sources compiles what it needs.
const fs = require('node:fs');
const { compiledSource } = require('./compiled-sources.cjs');

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiledSource(filename, fs.readFileSync(filename, 'utf8')).code, filename);
};
