// Child process that runs the temporary backing services of a jest run, straight from TypeScript. A separate
// process notices when jest exits for any reason: the IPC channel closes, and all services are stopped and
// deleted.
const Module = require('node:module');
const { transformFileSync } = require('@swc/core');
const { swcNodeOptions } = require('@tomekeeper/tooling/src/swc-options.cjs');

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, { ...swcNodeOptions(), sourceMaps: 'inline' });
  module._compile(code, filename);
};

const { startBacking } = require('../src/backing.ts');

const started = startBacking();
let stopping;
const stop = () => {
  stopping ??= started
    .then(
      (backing) => backing.stop(),
      () => undefined,
    )
    .then(() => process.exit(0));
};
process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
started.then(
  (backing) => process.send?.({ env: backing.env }),
  (error) => {
    process.send?.({ error: error.stack ?? String(error) });
    process.exitCode = 1;
    process.disconnect?.();
  },
);
