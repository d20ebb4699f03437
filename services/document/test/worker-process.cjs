// The worker as a process of its own, straight from TypeScript, so that a spec can kill it.
require('@tomekeeper/tooling/jest/run-sources.cjs');
require('../src/main.worker.ts');
