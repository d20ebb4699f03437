// Runs the operator command line from TypeScript sources.
require('@tomekeeper/tooling/jest/run-sources.cjs');
require('../src/operator.ts');
