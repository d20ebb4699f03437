const preset = require('@tomekeeper/tooling/jest/preset.cjs').node(__dirname, 'web-e2e');

// Real browsers on real builds: one at a time, and with patience.
module.exports = {
  ...preset,
  testMatch: ['<rootDir>/src/**/*.e2e-spec.ts'],
  setupFiles: [],
  globalSetup: '<rootDir>/src/product/global-setup.ts',
  globalTeardown: '<rootDir>/src/product/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 120_000,
};
