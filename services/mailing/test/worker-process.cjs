// The worker as a separate process, straight from TypeScript, so that a spec can kill it.
const Module = require('node:module');
const { transformFileSync } = require('@swc/core');
const { swcNodeOptions } = require('@tomekeeper/tooling/src/swc-options.cjs');

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, { ...swcNodeOptions(), sourceMaps: 'inline' });
  module._compile(code, filename);
};

require('../src/main.worker.ts');
