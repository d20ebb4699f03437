// Runs the worker from TypeScript sources in a separate process that a spec can kill.
require('@tomekeeper/tooling/jest/run-sources.cjs');
require('../src/main.worker.ts');
