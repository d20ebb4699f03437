// The service as a process of its own, straight from TypeScript, so that specs of those who ask it can kill it.
require('@tomekeeper/tooling/jest/run-sources.cjs');
require('../src/main.ts');
