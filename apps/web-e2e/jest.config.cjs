const preset = require('@tomekeeper/tooling/jest/preset.cjs').node(__dirname, 'web-e2e');

const isLong = process.env.TEST_KIND === 'long';

// Real browsers on real builds: one at a time, and with patience. Long tests start products of their own.
module.exports = {
  ...preset,
  testMatch: [`<rootDir>/src/**/*.${isLong ? 'long-spec' : 'e2e-spec'}.ts`],
  setupFiles: [],
  globalSetup: isLong ? undefined : '<rootDir>/src/product/global-setup.ts',
  globalTeardown: isLong ? undefined : '<rootDir>/src/product/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 120_000,
};
